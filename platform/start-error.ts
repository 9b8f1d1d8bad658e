/** Something that a person must put right before the service can start. The message is shown as it is, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
