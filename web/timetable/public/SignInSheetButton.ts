export { SignInSheetButton } from '../paper/SignInSheetButton.tsx';
