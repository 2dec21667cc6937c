/** A code in a picture. */
export interface SeenCode {
  text: string;
  /** `qr_code`, `code_128` … */
  format: string;
  /** In pixels of the picture. */
  corners: readonly { x: number; y: number }[];
}
/** Finds the codes in the picture that a video shows now. */
type Detect = (video: HTMLVideoElement) => Promise<SeenCode[]>;

/** What the cards of institutes carry. */
const formats = ['qr_code', 'code_128', 'code_39', 'ean_13', 'ean_8'] as const;

interface Detector {
  detect(video: HTMLVideoElement): Promise<
    {
      rawValue: string;
      format: string;
      cornerPoints: readonly { x: number; y: number }[];
    }[]
  >;
}
declare global {
  interface Window {
    /** Chromium on Android, macOS and ChromeOS. */
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Detector;
      getSupportedFormats(): Promise<readonly string[]>;
    };
  }
}

/**
 * The browser's own detector where it reads all formats, else one in WebAssembly, which is loaded
 * only then.
 * @throws Error when it cannot be loaded.
 */
export async function openDetector(): Promise<Detect> {
  const detector = (await ownDetector()) ?? (await loadDetector());
  return async (video) =>
    (await detector.detect(video)).map(({ rawValue, format, cornerPoints }) => ({
      text: rawValue,
      format,
      corners: cornerPoints,
    }));
}

async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = window;
  if (!BarcodeDetector) return null;
  const supported = new Set(await BarcodeDetector.getSupportedFormats().catch(() => []));
  return formats.every((format) => supported.has(format)) ? new BarcodeDetector({ formats }) : null;
}

async function loadDetector(): Promise<Detector> {
  const { loadWasmDetector } = await import('./wasm-detector.ts');
  return loadWasmDetector(formats);
}
