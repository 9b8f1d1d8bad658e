/** The headers of a signed request that the diagnosis looks at. */
export const SIGNATURE_HEADERS = ['x-event-signature', 'x-event-timestamp', 'x-event-nonce'] as const;
export type SignatureHeaders = Partial<Record<(typeof SIGNATURE_HEADERS)[number], string>>;

/** A value as code and shells write it: in quotes, which are not part of it. */
const QUOTED = String.raw`["']?\s*(?::|=>|=)\s*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^"',\s]+))`;

/**
 * Finds the signature's headers in whatever was pasted: lines of a request, of a log or of curl, JSON, code. Lines that
 * begin with the name of a header are taken as they are, quotes and all: those may be what is wrong with them.
 */
export function readHeaders(pasted: string): SignatureHeaders {
  const found = SIGNATURE_HEADERS.map((name) => [name, readLine(pasted, name) ?? readInCode(pasted, name)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function readLine(pasted: string, name: string): string | undefined {
  return new RegExp(`^[<>*\\s]*${name}[ \\t]*:[ \\t]*(.*?)[ \\t]*\\r?$`, 'im').exec(pasted)?.[1];
}

function readInCode(pasted: string, name: string): string | undefined {
  const inOneText = new RegExp(`(["'])${name}\\s*:\\s*(.*?)\\s*\\1`, 'i').exec(pasted)?.[2];
  if (inOneText !== undefined) return inOneText;
  return new RegExp(name + QUOTED, 'i')
    .exec(pasted)
    ?.slice(1)
    .find((value) => value !== undefined);
}

/** @returns why a browser could not send a header, if it could not */
export function findUnsendable(headers: SignatureHeaders): string | undefined {
  const bad = SIGNATURE_HEADERS.find((name) => /[^\t\x20-\x7e\x80-\xff]/.test(headers[name] ?? ''));
  return bad && `${bad} holds a character that no header may hold: was it changed by a word processor?`;
}
