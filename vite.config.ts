import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { bootInPage } from './web/build/boot.ts';
import { createChunkNames } from './web/build/chunks.ts';
import { endpointsOfBrowser } from './web/build/endpoints.ts';
import { guide } from './web/build/guide/guide.ts';
import { otherPages } from './web/build/other-pages.ts';
import { preloadInPage } from './web/build/preload.ts';
import { needStyles } from './web/build/styles.ts';

export default defineConfig({
  root: 'web',
  // The build for Node needs its Buffer.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  plugins: [
    react(),
    endpointsOfBrowser(),
    otherPages(),
    guide(join(import.meta.dirname, 'docs/guide')),
    needStyles(
      readFileSync(join(import.meta.dirname, 'node_modules/@mantine/core/styles.css'), 'utf8'),
    ),
    preloadInPage(['start'], 'inter-latin-wght-normal'),
    bootInPage(join(import.meta.dirname, 'web/boot.ts'), ['shell', 'roll', 'lists', 'forms']),
    VitePWA({
      // Registered in web/app/offline/new-version.ts: a new version waits until the page is idle.
      injectRegister: false,
      registerType: 'prompt',
      manifest: {
        name: 'Attendance',
        short_name: 'Attendance',
        description: 'Take the roll by card, student ID or hand, also while the network is away.',
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: '#17625c',
        background_color: '#ffffff',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: '/icon-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
      },
      workbox: {
        globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css,woff2}'],
        // Code for files and charts is of no use without the network.
        globIgnores: [
          'assets/{pdf,cards-pdf,csv,jspdf,html2canvas,purify,index.es,BarChart,StatsCharts,MasterExportPage,BulkUpload}*',
          // The reading of codes, a megabyte: stored once the camera was opened.
          'assets/wasm-detector*',
        ],
        runtimeCaching: [
          {
            urlPattern: /\/assets\/(wasm-detector|zxing_reader)[\w-]*\.(js|wasm)$/,
            handler: 'CacheFirst',
            options: { cacheName: 'codes', expiration: { maxEntries: 4 } },
          },
          {
            // Only the server's own document may use the camera, not the stored one.
            urlPattern: ({ request, url }) =>
              request.mode === 'navigate' && url.searchParams.has('camera'),
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/index.html' } },
          },
        ],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [
          /^\/(api|idp|file|auth|assets|student|door|guide)\//,
          // The pages of students and doors, which are applications of their own.
          /^\/(me|q|door)(\/|$)/,
          /^\/(healthz|drainz|readyz|metrics)/,
          /[?&]camera=/,
        ],
        cleanupOutdatedCaches: true,
        clientsClaim: true,
      },
    }),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: createChunkNames(normalizePath(join(import.meta.dirname, 'web'))),
              debugName: 'areas',
            },
          ],
        },
      },
    },
  },
});
