import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Spruce, the product's calm green; amber marks what needs attention. */
const spruce: MantineColorsTuple = [
  '#edf7f5',
  '#d8ebe8',
  '#b1d8d2',
  '#86c3ba',
  '#58a99e',
  '#2f8b80',
  '#1d756c',
  '#17625c',
  '#124f4a',
  '#0d3d39',
];
const amber: MantineColorsTuple = [
  '#fff6e6',
  '#fde9c8',
  '#fad395',
  '#f6bd60',
  '#f0a93a',
  '#e59623',
  '#b8730f',
  '#8f5807',
  '#6f4404',
  '#4f3002',
];

export const theme = createTheme({
  primaryColor: 'spruce',
  primaryShade: { light: 7, dark: 6 },
  colors: { spruce, amber },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontWeight: '650',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { radius: 'md' } },
    Badge: { defaultProps: { radius: 'sm', tt: 'none' } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    // Its title would otherwise be in the alert's colour, which is too light to read.
    Alert: { styles: { label: { color: 'var(--mantine-color-text)' } } },
    // Overlays stay inside the page's landmarks, beside the element that opened them.
    Popover: { defaultProps: { withinPortal: false } },
    // Hidden options are not in the DOM: a list of classes may have hundreds.
    Combobox: { defaultProps: { withinPortal: false, keepMounted: false } },
    // The list itself scrolls: a scroll area around it could not be reached by keyboard.
    Select: {
      defaultProps: {
        comboboxProps: { withinPortal: false, keepMounted: false },
        withScrollArea: false,
      },
      styles: { options: { maxHeight: 240, overflowY: 'auto' } },
    },
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // A dialog's head is no landmark of the page.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
  },
});

/** Contrast of at least 4.5 in both schemes for all text (WCAG 2.2 AA). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    // Filled surfaces with white text, the same in both schemes.
    '--at-present-fill': '#1b7a43',
    '--at-absent-fill': '#b42318',
  },
  light: {
    '--mantine-color-body': '#f6f7f5',
    '--mantine-color-text': '#16302d',
    '--mantine-color-dimmed': '#52635f',
    '--mantine-color-placeholder': '#5f6f6b',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#17625c',
    '--at-card': '#ffffff',
    '--at-line': '#d8dfdc',
    '--at-present': '#1b7a43',
    '--at-present-soft': '#e2f4e8',
    '--at-absent': '#b42318',
    '--at-absent-soft': '#fdeae8',
    '--at-warn-soft': '#fdf1dc',
    '--at-warn': '#7a4a05',
    '--at-brand-soft': '#e3f0ee',
    '--at-weekend': '#eceff0',
  },
  dark: {
    '--mantine-color-body': '#0f1716',
    '--mantine-color-text': '#e4edea',
    '--mantine-color-dimmed': '#a3b4b0',
    '--mantine-color-placeholder': '#97a8a4',
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-anchor': '#7cccc1',
    '--at-card': '#172321',
    '--at-line': '#2f403c',
    '--at-present': '#6fd598',
    '--at-present-soft': '#16372450',
    '--at-absent': '#ff9a8f',
    '--at-absent-soft': '#4b1c1870',
    '--at-warn-soft': '#3d2c0c',
    '--at-warn': '#f7cf8b',
    '--at-brand-soft': '#17332f',
    '--at-weekend': '#22302d',
  },
});
