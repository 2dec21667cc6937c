type Sound = 'good' | 'known' | 'bad';

const kept = 'tap-sound';
export const soundIsOn = (): boolean => localStorage.getItem(kept) !== 'off';
export const keepSound = (on: boolean): void => localStorage.setItem(kept, on ? 'on' : 'off');

/** Frequencies in Hz, one after another. */
const tones: Record<Sound, number[]> = { good: [880, 1320], known: [660], bad: [300, 220] };
const toneSeconds = 0.09;

let context: AudioContext | null = null;

/** A short sound for the queue: in, already in, not here. */
export function playSound(sound: Sound): void {
  if (!soundIsOn() || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  tones[sound].forEach((frequency, place) => {
    const tone = context!.createOscillator();
    const volume = context!.createGain();
    const start = context!.currentTime + place * toneSeconds;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds);
    tone.connect(volume).connect(context!.destination);
    tone.start(start);
    tone.stop(start + toneSeconds);
  });
}
