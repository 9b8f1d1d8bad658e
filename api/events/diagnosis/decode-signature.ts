const DIGEST_BYTES = 32;
const HEX_DIGEST = /^[0-9a-f]{64}$/i;

/** A signature as it was sent, read with as much good will as possible. */
export interface DecodedSignature {
  /** Undefined when no way of reading it gives a digest of a known length. */
  digest: Buffer | undefined;
  /** What is wrong with the way it is written; empty when ingestion can read it. */
  problems: string[];
}

const ALGORITHMS: Readonly<Record<number, string>> = { 16: 'md5', 20: 'sha1', 48: 'sha384', 64: 'sha512' };

/** The hash function of a digest that is not SHA-256, by its length. */
export function algorithmOf(digest: Buffer): string {
  return ALGORITHMS[digest.length] ?? 'sha256';
}

export function decodeSignature(sent: string): DecodedSignature {
  const problems: string[] = [];
  let text = sent;
  const strip = (pattern: RegExp, problem: string) => {
    const stripped = text.replace(pattern, '');
    if (stripped !== text) problems.push(problem);
    text = stripped;
  };
  strip(/^["']|["']$/g, 'It has quotes around it: send the digest without them.');
  strip(/^[\w-]{1,20}\s*[=,:]\s*(?=.)/, 'It has a prefix such as sha256=: send the digest alone.');
  strip(/^0x/i, 'It has the prefix 0x: send the digest alone.');
  if (text.includes(',')) problems.push('It holds more than one value: send the header once.');
  if (HEX_DIGEST.test(text)) return { digest: Buffer.from(text, 'hex'), problems };
  return { ...decodeOther(text, problems) };
}

function decodeOther(text: string, problems: string[]): DecodedSignature {
  const base64 = /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  const write = 'write the digest in hex, 64 characters.';
  if (base64.length === DIGEST_BYTES) {
    return { digest: base64, problems: [...problems, `It is written in base64: ${write}`] };
  }
  if (HEX_DIGEST.test(base64.toString('latin1'))) {
    const digest = Buffer.from(base64.toString('latin1'), 'hex');
    return { digest, problems: [...problems, `It is the base64 of a hex text: ${write}`] };
  }
  const isHex = /^[0-9a-f]*$/i.test(text);
  const other = isHex && text.length % 2 === 0 ? Buffer.from(text, 'hex') : undefined;
  if (other && other.length in ALGORITHMS) {
    const name = algorithmOf(other).toUpperCase();
    return { digest: other, problems: [...problems, `It has the length of ${name}: use HMAC-SHA256.`] };
  }
  const problem = isHex
    ? `It has ${text.length} hex characters; the digest has 64. Was it cut, or written twice?`
    : `It is not hex: ${write}`;
  return { digest: undefined, problems: [...problems, problem] };
}
