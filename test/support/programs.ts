import { execFile } from 'node:child_process';
import path from 'node:path';
import { processEnvironment } from '../../platform/config.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export interface ProgramResult {
  /** 0: success. */
  code: number;
  stdout: string;
  stderr: string;
}

interface ProgramOptions {
  cwd?: string;
  timeoutMs?: number;
}

/** Runs a program to its end, with neither a shell nor the settings of a service. */
export function runProgram(
  program: string,
  parameters: readonly string[],
  { cwd = ROOT, timeoutMs = 120_000 }: ProgramOptions = {},
): Promise<ProgramResult> {
  const { PATH, HOME } = processEnvironment();
  const options = { cwd, timeout: timeoutMs, env: { PATH, HOME }, maxBuffer: 16 * 1024 ** 2 };
  return new Promise((resolve) => {
    const child = execFile(program, parameters, options, (error, stdout, stderr) => {
      const failed = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ code: failed, stdout, stderr: error && !stderr ? error.message : stderr });
    });
    child.stdin?.end();
  });
}

/** The fenced blocks of a language in a Markdown page; with a marker, only those right behind one. */
export function listBlocks(markdown: string, language: string, marker = ''): string[] {
  const pattern = new RegExp(`${marker}${marker && '\\s*'}^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...markdown.matchAll(pattern)].map((match) => match[1] ?? '');
}
