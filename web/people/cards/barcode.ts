import { code128 } from 'bwip-js/browser';
import { encode } from 'uqr';

/** Dark parts of a code in modules, the smallest width that it has; without the quiet zone. */
export interface Code {
  width: number;
  height: number;
  dark: { x: number; y: number; width: number; height: number }[];
}

/** A Code 128 of a card number: bars of one module's height. */
export function barcodeOf(number: string): Code {
  const dark: Code['dark'] = [];
  let width = 0;
  const nothing = () => {};
  return code128(
    { bcid: 'code128', text: number, scale: 1 },
    {
      scale: () => null,
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init(modules) {
        width = modules;
      },
      // A bar is a line through its middle, rounded up.
      line(x, _y, _x, _end, bar) {
        dark.push({ x: x - Math.ceil(bar / 2), y: 0, width: bar, height: 1 });
      },
      polygon: nothing,
      hexagon: nothing,
      ellipse: nothing,
      fill: nothing,
      text: nothing,
      end: (): Code => ({ width, height: 1, dark }),
    },
  );
}

/** A QR code of a card number; what is dark beside each other in a line is one part. */
export function qrCodeOf(number: string): Code {
  const { data, size } = encode(number, { border: 0 });
  const dark = data.flatMap((line, y) => {
    const parts: Code['dark'] = [];
    line.forEach((isDark, x) => {
      const last = parts.at(-1);
      if (!isDark) return;
      if (last && last.x + last.width === x) last.width += 1;
      else parts.push({ x, y, width: 1, height: 1 });
    });
    return parts;
  });
  return { width: size, height: size, dark };
}
