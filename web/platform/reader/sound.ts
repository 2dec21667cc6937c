type Sound = 'good' | 'known' | 'bad';

const storageKey = 'tap-sound';
export const soundIsOn = (): boolean => localStorage.getItem(storageKey) !== 'off';
export const saveSound = (on: boolean): void => localStorage.setItem(storageKey, on ? 'on' : 'off');

/** Frequencies in Hz, played in sequence. */
const tones: Record<Sound, number[]> = { good: [880, 1320], known: [660], bad: [300, 220] };
const toneSeconds = 0.09;

let context: AudioContext | null = null;

/** A short sound for a tap: marked, already marked, rejected. */
export function playSound(sound: Sound): void {
  if (!soundIsOn() || typeof AudioContext === 'undefined') return;
  const audio = (context ??= new AudioContext());
  void audio.resume();
  tones[sound].forEach((frequency, place) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + place * toneSeconds;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + toneSeconds);
  });
}
