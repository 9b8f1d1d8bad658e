import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the service answers while the console is worked on with `npm run dev:console`. */
const SERVICE = 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // api/console.ts puts a new value in its place in every page it sends.
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing is put into the page or the scripts as data: the policy on content allows neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
  },
  server: { port: 5173, proxy: { '/api': SERVICE, '/docs': SERVICE, '/sandbox': SERVICE } },
});
