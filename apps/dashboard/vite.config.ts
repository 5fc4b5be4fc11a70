import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

/** Writes `.br` and `.gz` next to each asset, which the gateway serves directly. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: ({ dir = '' }, bundle) => {
      for (const name of Object.keys(bundle).filter((file) => /\.(?:js|css|svg)$/.test(file))) {
        const file = path.join(dir, name);
        const bytes = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes));
      }
    },
  };
}

/** The gateway of `npm start`, for `npx vite` while working on the dashboard. */
const GATEWAY = 'http://localhost:8080';
const proxy = { target: GATEWAY, changeOrigin: true, headers: { origin: GATEWAY } };

/** With `--mode window`, only the window of a paired machine, as its package has it. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss(), ...(mode === 'window' ? [] : [precompress()])],
  build: {
    target: 'chrome123',
    cssTarget: 'chrome123',
    assetsInlineLimit: 0,
    // The gateway serves `index.html`, a paired machine `window.html`.
    ...(mode === 'window'
      ? {
          outDir: '../desktop/dist/window',
          emptyOutDir: true,
          manifest: false,
          rolldownOptions: { input: ['window.html'] },
        }
      : { manifest: true, rolldownOptions: { input: ['index.html', 'window.html'] } }),
  },
  server: { proxy: { '/v1': proxy, '/api': proxy, '/live': proxy, '/docs': proxy } },
}));
