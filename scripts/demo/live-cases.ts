import type { AssessmentRequest } from '../../api/risk-engine/schemas.ts';
import { CURRENCY } from './events.ts';
import type { Crowd } from './honest.ts';
import type { Card, Setting } from './identities.ts';
import type { Ring } from './ring.ts';
import type { Takeovers } from './takeover.ts';
import { createPerson, type Person, type World } from './world.ts';

/** A transaction that happens as the demo is played: for POST /risk-engine/assess, which knows no time but now. */
export interface LiveCase {
  title: string;
  fraud: boolean;
  request: AssessmentRequest;
}

interface Cast {
  ordinary: Crowd;
  networks: Crowd;
  households: Crowd;
  ring: Ring;
  takeovers: Takeovers;
  carrierIp: string;
}

export function chooseLiveCases(world: World, cast: Cast): LiveCase[] {
  const { ordinary, networks, households, ring, takeovers, carrierIp } = cast;
  const recruit = createPerson(world, { userId: 'ring-013', scenario: 'ring after labels' });
  const customer = oneOf(ordinary);
  const neighbour = oneOf(networks, ({ settings }) => settings.some(({ ip }) => ip === carrierIp));
  const parent = oneOf(households);
  const tablet = parent.settings.at(-1);
  const child = createPerson(world, { userId: 'family-001-new', scenario: 'families' });
  const { victim, intruder } = takeovers;
  return [
    honest('ordinary customer, own device', customer, {}),
    honest('customer on the carrier address that the ring uses too', neighbour, {}),
    honest('family member on the family tablet', parent, { setting: tablet }),
    honest('first order of a new family member, on the tablet', child, { setting: tablet, card: parent.cards[0] }),
    fraud('new account on a device of the ring, new card', recruit, { setting: ring.setting, amountMinor: 28_900 }),
    fraud('taken-over account, intruder’s device, stored card', victim, {
      setting: intruder,
      amountMinor: victim.usualAmount * 9,
    }),
  ];
}

interface Circumstances {
  setting?: Setting;
  card?: Card;
  amountMinor?: number;
}

const honest = (title: string, person: Person, circumstances: Circumstances) => ({
  title,
  fraud: false,
  request: describe(person, circumstances),
});
const fraud = (title: string, person: Person, circumstances: Circumstances) => ({
  title,
  fraud: true,
  request: describe(person, circumstances),
});

function describe(person: Person, circumstances: Circumstances): AssessmentRequest {
  const { setting = person.settings.at(-1), card = person.cards[0], amountMinor = person.usualAmount } = circumstances;
  return {
    transactionId: `live-${person.userId}`,
    userId: person.userId,
    amountMinor,
    currency: CURRENCY,
    email: person.email,
    phoneNumber: person.phone,
    ...(setting && {
      ipAddress: setting.ip,
      deviceFingerprint: setting.device,
      ipGeo: { country: setting.country },
    }),
    ...(card && { paymentMethodHash: card.fingerprint, cardDetails: { bin: card.bin, last4: card.last4 } }),
  };
}

function oneOf({ people }: Crowd, suits: (person: Person) => boolean = () => true): Person {
  const person = people.find(suits);
  if (!person) throw new Error('nobody suits');
  return person;
}
