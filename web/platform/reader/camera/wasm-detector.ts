import { BarcodeDetector, prepareZXingModule, type BarcodeFormat } from 'barcode-detector/ponyfill';
// Served by ourselves: without this the library would take it from a content delivery network.
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** @throws Error when the program cannot be loaded, or may not run here (see server/platform/http/headers.ts). */
export async function loadWasmDetector(
  formats: readonly BarcodeFormat[],
): Promise<BarcodeDetector> {
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  return new BarcodeDetector({ formats: [...formats] });
}
