import type { Schemas } from '../../../../../clients/typescript/src/types.ts';
import { api } from '../../../api/client.ts';
import type { SignatureHeaders } from './read-headers.ts';

export type Diagnosis = Schemas['IngestDiagnosis'];

/** A request as it was signed. */
export interface SignedRequest {
  headers: SignatureHeaders;
  body: Uint8Array<ArrayBuffer>;
}

/** Sends exactly these bytes: what the client would make of an event is of no interest here. */
export function diagnose({ headers, body }: SignedRequest): Promise<Diagnosis> {
  return api.post('/events/ingest/verify', {
    params: { header: headers },
    body: {} as Schemas['IngestEvent'],
    bodySerializer: () => body,
  });
}
