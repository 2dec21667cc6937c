// Preloaded into a server: shifts its clock by the milliseconds in the file CLOCK_SHIFT, which is read on SIGUSR2.
import { readFileSync } from 'node:fs';

const RealDate = globalThis.Date;
let shift = 0;
process.on('SIGUSR2', () => {
  shift = Number(readFileSync(process.env.CLOCK_SHIFT, 'utf8'));
});
class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length) super(...given);
    else super(RealDate.now() + shift);
  }
  static now() {
    return RealDate.now() + shift;
  }
}
globalThis.Date = ShiftedDate;
