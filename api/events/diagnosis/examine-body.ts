import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../http/errors.ts';
import { parseJson } from '../../http/parse-json.ts';
import { readEvent, type Delivery } from '../check-ingest.ts';
import { failed, notChecked, passed, type Finding } from './finding.ts';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Whether the body is JSON of the caller's company. Nothing is said of other companies, not even that they exist. */
export function examineBody({ rawBody, body, companyId }: Delivery, ownCompanyId: string): Finding {
  if (rawBody.length === 0) {
    return failed('There is no body.', 'Send the event as JSON; with curl: --data-binary @event.json.');
  }
  const problem = findJsonProblem(rawBody);
  if (problem) return problem;
  const use = `Set companyId to ${ownCompanyId}, the id of your company.`;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return failed('It is not a JSON object.', use);
  if (!Object.hasOwn(body, 'companyId')) return failed('companyId is missing.', use);
  if (companyId === undefined) return failed('companyId is not a UUID.', use);
  if (companyId !== ownCompanyId) {
    const message = "companyId is not your company's id; the rest is checked as if it were.";
    return failed(message, use);
  }
  return passed(`${rawBody.length} bytes of JSON with the companyId of your company.`);
}

function findJsonProblem(rawBody: Buffer): Finding | undefined {
  if (rawBody.subarray(0, BOM.length).equals(BOM)) {
    return failed('It begins with a byte order mark.', 'Send UTF-8 without a byte order mark.');
  }
  if (!isUtf8(rawBody)) return failed('It is not UTF-8.', 'Encode the JSON text as UTF-8 before signing and sending.');
  try {
    parseJson(rawBody);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [detail] = error.details ?? [];
    if (detail) return failed(`It ${detail.message}.`, 'Send a flatter object.');
    const hint = 'Look at what was really sent: the shell or a template may have changed quotes or cut it.';
    return failed('It is not valid JSON.', hint);
  }
}

/** Whether the body is an event that ingestion takes. */
export function examineEvent({ body, rawBody }: Delivery): Finding {
  if (body === undefined) return notChecked('The body is not JSON.');
  try {
    readEvent(body, rawBody);
    return passed('The body is a valid event.');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const details = error.details ?? [];
    const hints = details.map(({ path, message }) => `Correct ${path || 'the body'}: ${message}.`);
    return { ...failed('The body is not a valid event.', ...hints), details };
  }
}
