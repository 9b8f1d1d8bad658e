import { describeError, type ErrorDescription } from '../describe-error.ts';

/** Mail servers repeat the address in their answer. */
const EMAIL_ADDRESS = /[^\s<>()[\]"',;:/]+@[^\s<>()[\]"',;:/]+/g;

/** The parts of a failed attempt's error that logs, queues and the dashboard may hold: without e-mail addresses. */
export function describeSafely(error: unknown): ErrorDescription {
  return hideAddresses(describeError(error));
}

/** The error as the queue may keep it. */
export function toStoredError({ message, stack }: ErrorDescription): Error {
  return Object.assign(new Error(message), { stack });
}

function hideAddresses(description: ErrorDescription): ErrorDescription {
  const { message, stack, cause } = description;
  return {
    ...description,
    message: message.replace(EMAIL_ADDRESS, '***'),
    stack: stack?.replace(EMAIL_ADDRESS, '***'),
    ...(cause && { cause: hideAddresses(cause) }),
  };
}
