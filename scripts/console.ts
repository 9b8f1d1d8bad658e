import { buildConsole } from './console/build.ts';

/* `npm run build:console`: builds the web console that the API serves at `/`. */

await buildConsole();
