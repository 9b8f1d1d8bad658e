/** Line ends of a body: a text field knows only LF, whatever was pasted. */
export const LINE_ENDS = ['LF', 'CRLF'] as const;
export type LineEnds = (typeof LINE_ENDS)[number];

/** The bytes of a body that was pasted: UTF-8, with the line ends it had. */
export function toBytes(text: string, lineEnds: LineEnds): Uint8Array<ArrayBuffer> {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return new TextEncoder().encode(lineEnds === 'CRLF' ? lines.replaceAll('\n', '\r\n') : lines);
}
