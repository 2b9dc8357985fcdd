// How the web client is built and, while developing, served beside a running server.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.HELIOGRAPH_SERVER ?? 'http://127.0.0.1:8080';

const EVERYWHERE =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack\/(react-router|router-core|history)|@mantine\/core\/esm\/(core\/(MantineProvider|styles-api|factory|Box|utils)|components\/(Button|UnstyledButton|Loader|Transition|Input|InputBase|TextInput|PasswordInput|ActionIcon)))\/.*\.m?js$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/v1': server, '/v2': server, '/live': server, '/files': server } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy allows no data: fonts, and every file should be cacheable by its name.
    assetsInlineLimit: 0,
    // bench/bundle.ts reads from it what each page loads.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, in one file: dozens of small ones compress worse and take longer.
          groups: [{ name: 'base', test: EVERYWHERE }],
        },
      },
    },
  },
});
