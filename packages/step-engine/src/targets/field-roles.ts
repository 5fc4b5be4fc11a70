/** Roles of form fields. */
export const FIELD_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'spinbutton',
  'combobox',
  'listbox',
  'slider',
  'checkbox',
  'radio',
  'switch',
]);
