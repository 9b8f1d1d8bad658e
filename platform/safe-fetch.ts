import http, { type IncomingMessage, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address-rules.ts';
import { createHostResolver, isLocalName, type ResolveHost } from './resolve-host.ts';
import { TimeoutError } from './with-timeout.ts';

/** A request to a server that somebody else named. */
export interface OutboundRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for everything: name, connection, headers and body. */
  timeoutMs: number;
  /** Bytes of the answer's body that are read; then the connection is dropped. */
  maxAnswerBytes: number;
  /** Drops the request. */
  signal: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Posts to a server that somebody else named, without proxy, redirects or a connection that is used again.
 *
 * @throws TargetRefusedError before anything is sent, when it must not be talked to
 * @throws TimeoutError when the answer is not whole in time
 * @throws the signal's reason when it is aborted, and the errors of connections, certificates and name servers
 */
export type SafePost = (request: OutboundRequest) => Promise<OutboundAnswer>;

/** The target is not one to talk to; the message may be shown to who named it. */
export class TargetRefusedError extends Error {
  override name = 'TargetRefusedError';
}

const MAX_HEADER_BYTES = 8_192;
/** For each address of a host but the last; the default of 250 ms gives up on other continents. */
const ADDRESS_TIMEOUT_MS = 1_000;

/**
 * The one way to talk to servers that tenants name. In production they must be https and public; in development http and
 * this machine are fine too.
 */
export function createSafePost({
  production,
  resolveHost = createHostResolver(),
}: {
  production: boolean;
  resolveHost?: ResolveHost;
}): SafePost {
  const lookup = createCheckedLookup(resolveHost, production);
  return async (outbound) => {
    const url = checkTargetUrl(outbound.url, { production });
    const late = new AbortController();
    const timeout = () => late.abort(new TimeoutError(`no answer within ${outbound.timeoutMs} ms`));
    const timer = setTimeout(timeout, outbound.timeoutMs);
    const signal = AbortSignal.any([outbound.signal, late.signal]);
    try {
      const response = await open(url, outbound, { lookup, signal });
      const body = await readStart(response, outbound.maxAnswerBytes);
      return { status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * What can be said of a target without asking for the addresses of its name; those are checked with each connection.
 *
 * @throws TargetRefusedError saying what is wrong
 */
export function checkTargetUrl(text: string, { production }: { production: boolean }): URL {
  if (!URL.canParse(text)) throw new TargetRefusedError('not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && (production || url.protocol !== 'http:')) {
    throw new TargetRefusedError(production ? 'must be https' : 'must be https or http');
  }
  if (url.username !== '' || url.password !== '') throw new TargetRefusedError('must not carry credentials');
  // The parser has already made one form out of decimal, octal and short ones.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) checkAddresses([literal], production);
  if (production && isLocalName(literal)) throw new TargetRefusedError('address not allowed');
  return url;
}

/** One that may not be talked to spoils them all: which one is connected to is not ours to choose. */
function checkAddresses(addresses: readonly string[], production: boolean): void {
  const allowed = (address: string) => isPublicAddress(address) || (!production && isLoopbackAddress(address));
  if (addresses.length === 0 || !addresses.every(allowed)) throw new TargetRefusedError('address not allowed');
}

/** Runs for each connection, which then goes to the very addresses that were checked: nobody can change them between. */
function createCheckedLookup(resolveHost: ResolveHost, production: boolean): LookupFunction {
  async function find(hostname: string) {
    const addresses = await resolveHost(hostname);
    checkAddresses(addresses, production);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }
  return (hostname, { all }, callback) => {
    find(hostname).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => callback(error, ''),
    );
  };
}

function open(
  url: URL,
  { headers, body }: OutboundRequest,
  { lookup, signal }: Required<Pick<RequestOptions, 'lookup' | 'signal'>>,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    lookup,
    signal,
    maxHeaderSize: MAX_HEADER_BYTES,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    rejectUnauthorized: true,
  };
  return new Promise((resolve, reject) => {
    // An answer that switches protocols ends without an error. All but the first of these events change nothing.
    const closed = () => reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }));
    request(url, options).on('response', resolve).on('error', reject).on('close', closed).end(body);
  });
}

async function readStart(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop drops the connection.
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
