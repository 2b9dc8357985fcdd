// Builds the web client, and serves it in development next to a running server.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from './catalogues.ts';
import { chunkGroups, fileNames } from './chunks.ts';
import { errorCodes } from './errorCodes.ts';
import { firstFiles } from './firstFiles.ts';

/** Pages import the library for its types; this module replaces it at run time. */
export const alias = { 'react-i18next': `${import.meta.dirname}/src/i18n/translation.ts` };

const server = process.env.HELIOGRAPH_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [errorCodes(), catalogues(), react(), firstFiles()],
  resolve: { alias },
  server: { proxy: { '/v1': server, '/v2': server, '/live': server, '/files': server } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy allows no data: fonts, and every file should be cacheable by its name.
    assetsInlineLimit: 0,
    // bench/bundle.ts reads the files of each page from it.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() }, ...fileNames } },
  },
});
