import { understood, type UnderstoodTask } from './understood.ts';

/** Widgets named by what they are, and things that are looked for before they are used. */
export const widgetTasks: readonly UnderstoodTask[] = [
  understood('Switch between the tabs to find and click on the link "Terms".', ['click', 'link Terms']),
  understood('Expand the sections below, to find and click on the link "Terms".', ['click', 'link Terms']),
  understood('Go through the menus to find and click the item "Export"', ['click', 'result Export']),
  understood(
    'Find and click on the link "Terms", then press Submit when done',
    ['click', 'link Terms'],
    ['click', 'Submit'],
  ),
  understood('Select nothing and click Submit.', ['click', 'Submit']),
  understood(
    'Find Ada in the contact book and click on her phone number.',
    ['find', 'Ada'],
    ['click', 'phone number of Ada'],
  ),
  understood(
    'Find the letter from Ada and click the star icon to mark it as important.',
    ['find', 'letter from Ada'],
    ['click', 'button star of letter from Ada'],
  ),
  understood(
    'Find the letter from Ada and reply to her with the text "Thanks".',
    ['find', 'letter from Ada'],
    ['form', 'control Reply of letter from Ada'],
    ['fill', 'reply of letter from Ada', 'Thanks'],
    ['submit'],
  ),
  understood(
    'Use the text box to enter "Kettle" and press "Search", then find and click the 2nd search result.',
    ['fill', 'field', 'Kettle'],
    ['click', 'Search'],
    ['click', '#2 result'],
  ),
  understood('Select 17 with the slider and hit Submit.', ['set', 'slider', '17'], ['click', 'Submit']),
  understood(
    'Check the 1st radio button and enter the number "16" into the 3rd textbox.',
    ['check', '#1 radio'],
    ['fill', '#3 field', '16'],
  ),
  understood(
    'Enter the password "Heron-4" into both text fields and press submit.',
    ['fill', 'every field', 'Heron-4'],
    ['click', 'submit'],
  ),
  understood('Focus into the 3rd input textbox.', ['click', '#3 field']),
  understood(
    'Scroll to the bottom of the textarea, then press "Agree"',
    ['click', 'field'],
    ['press', 'Control+End'],
    ['click', 'Agree'],
  ),
  understood('Scroll down to the bottom of the page', ['scroll', 'bottom']),
  understood('Move Static to the top of the list', ['rank', 'Static', 'top']),
  understood('Drag the task "Buy paint" to the bottom', ['rank', 'Buy paint', 'bottom']),
  understood('Click the button in the dialog box labeled "Cancel".', ['click', 'button Cancel']),
  understood('Close the dialog box by clicking the "x".', ['click', 'x']),
  understood(
    'Select Ada, Bob from the scroll list and click Submit.',
    ['choose', 'Ada'],
    ['choose', 'Bob'],
    ['click', 'Submit'],
  ),
  understood(
    'Copy the text from the 2nd text area below and paste it into the text input, then press Submit.',
    ['read', 'text of #2 field'],
    ['paste', 'field'],
    ['click', 'Submit'],
  ),
  understood(
    'Enter the value of Gender into the text field and press Submit.',
    ['copy', 'Gender', 'field'],
    ['click', 'Submit'],
  ),
  understood(
    'Type "ada" in all upper case letters in the text input and press Submit.',
    ['fill', 'field', 'ADA'],
    ['click', 'Submit'],
  ),
  understood(
    'Click the "Like" button on all posts by Ada and then click Submit.',
    ['each', 'Like of every posts by Ada'],
    ['click', 'Submit'],
  ),
  understood(
    'Find and pick the card with the greatest number, then press submit.',
    ['choose', 'most number result'],
    ['click', 'submit'],
  ),
  understood('Find and click on the folder or file named "Livia".', ['click', 'Livia']),
  understood('Buy the ticket with the shortest duration', ['click', 'control buy of least duration ticket']),
  understood('Book the cheapest flight', ['click', 'control book of least price flight']),
];
