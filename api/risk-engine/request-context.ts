import type { Static, TSchema } from 'typebox';
import type { IdentityFields } from '../../engine/entities.ts';
import { maskValue } from '../../platform/masking.ts';
import type { contextFields } from './schemas.ts';

type ContextFields = { [Name in keyof typeof contextFields]?: Static<(typeof contextFields)[Name] & TSchema> };

/** What an analyst may see of a request beside its scored fields: personal data masked, places and device facts as sent. */
export function describeContext(identity: IdentityFields, fields: ContextFields): object {
  const { billingAddress, shippingAddress, cardDetails, deviceMeta, ipGeo } = fields;
  return {
    email: mask(identity.email),
    ipAddress: mask(identity.ipAddress),
    phoneNumber: mask(identity.phoneNumber),
    deviceFingerprint: mask(identity.deviceFingerprint),
    paymentMethodHash: mask(identity.paymentMethodHash),
    shippingAddressHash: mask(identity.shippingAddressHash),
    billingAddress,
    shippingAddress,
    cardDetails,
    deviceMeta,
    ipGeo,
  };
}

function mask(value: string | undefined): string | undefined {
  return value === undefined ? undefined : maskValue(value);
}
