import type { Dependencies } from '../../dependencies.ts';
import { ApiError } from '../../http/errors.ts';
import { checkVerified, findOriginal, verifyDelivery } from '../check-ingest.ts';
import type { IngestDiagnosis } from '../schemas.ts';
import type { Subject } from './diagnose.ts';

type Preview = IngestDiagnosis['wouldAnswer'];

/**
 * What ingestion would answer to a request, by running its own checks without their effects. A request that names
 * another company is judged as one of an unknown company: the caller learns nothing of others.
 */
export async function previewAnswer(
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'db' | 'nonces' | 'secrets' | 'usageGuard'>,
  { companyId, delivery, tenant }: Subject,
): Promise<Preview> {
  const isUnused = async (nonce: string) => !(await dependencies.nonces.isSpent(companyId, nonce));
  try {
    const own = delivery.companyId === companyId ? tenant : undefined;
    const verified = verifyDelivery(dependencies, delivery, own);
    const accepted = await checkVerified(dependencies, delivery, verified, isUnused);
    const original =
      'duplicate' in accepted ? accepted.duplicate : await findOriginal(dependencies, companyId, accepted.event);
    return { statusCode: 200, duplicate: original !== undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { statusCode, code, message, details } = error;
    return { statusCode, code, message, ...(details && { details }) };
  }
}
