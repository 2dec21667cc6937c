/** The focused text field: keys go into it and are no commands. */
export function focusedTextField(): HTMLInputElement | HTMLTextAreaElement | null {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) return field;
  return field instanceof HTMLInputElement && field.type !== 'checkbox' ? field : null;
}
