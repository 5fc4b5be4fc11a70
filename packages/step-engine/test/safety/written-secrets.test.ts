import { describe, expect, test } from '@jest/globals';
import { writtenSecrets } from '../../src/safety/written-secrets.ts';

function found(text: string): string[] {
  return writtenSecrets(text).map(({ value }) => value);
}

describe('writtenSecrets', () => {
  test.each([
    ['Sign in to https://x.test as ada with password hunter-2 and report the best deal', ['hunter-2']],
    ['Log in as ada with teapot', ['teapot']],
    ['log in as ada@example.com using teapot', ['teapot']],
    ['Log in with ada / teapot', ['teapot']],
    ['Log in with user ada and password teapot, then think', ['teapot']],
    ['Login: ada:teapot', ['teapot']],
    ['Use the credentials: ada / teapot', ['teapot']],
    ["Sign in as 'ada' with 'pa ss'", ['pa ss']],
    ['Sign in as ada, password: Tr0ub4dor!', ['Tr0ub4dor!']],
    ['The password is "correct horse battery"', ['correct horse battery']],
    ['log in ada / Zk7-vale and dance', ['Zk7-vale']],
    ['Log me in (ada, Zk7-vale) and think', ['Zk7-vale']],
    ['Log me in with ada:Zk7-vale', ['Zk7-vale']],
    ['sign me in: ada, Zk7-vale', ['Zk7-vale']],
    ['as password use sesame', ['sesame']],
    ['Password for ada is sesame, log in', ['sesame']],
    ['the security answer is Rover', ['Rover']],
    ['CVV 737', ['737']],
    ['password=abc', ['abc']],
    ['pwd: abc. Then go on', ['abc']],
    ['pw abc123', ['abc123']],
    ['with passcode sesame', ['sesame']],
    ['Enter PIN 4711', ['4711']],
    ['Enter the PIN code 4711 and think', ['4711']],
    ['use the API key sk-live-99x', ['sk-live-99x']],
    ['token: abcdef', ['abcdef']],
    ['Enter sesame as the password', ['sesame']],
    ['type sesame into the password field', ['sesame']],
    ['fill the password field with sesame', ['sesame']],
    ['Fill Email with a@b.test and Password with sesame', ['sesame']],
    ['set the password to sesame', ['sesame']],
    ['Change my password from old1 to new1', ['old1', 'new1']],
    [
      'Change my password from Old!1ab to New!2cd and confirm it as New!3ef',
      ['Old!1ab', 'New!2cd', 'New!3ef'],
    ],
    ['Change the password: old Old!1ab, new New!2cd, repeat New!3ef', ['Old!1ab', 'New!2cd', 'New!3ef']],
    ['Change my password, the old one is Old!1ab and the new one New!2cd', ['Old!1ab', 'New!2cd']],
    ['Set a new password New!2cd and repeat it with New!3ef', ['New!2cd', 'New!3ef']],
    [
      'Update my password. Current: Old!1ab. New: New!2cd. Confirm: New!3ef.',
      ['Old!1ab', 'New!2cd', 'New!3ef'],
    ],
    ['Replace my password Old!1ab with New!2cd', ['Old!1ab', 'New!2cd']],
    ['My password should become New!2cd instead of Old!1ab', ['New!2cd', 'Old!1ab']],
    ['Set the new password to New!2cd and the confirmation to New!3ef', ['New!2cd', 'New!3ef']],
    ['Type New!2cd into New password and New!3ef into Repeat', ['New!2cd', 'New!3ef']],
    ['Enter Old!1ab as the current password, New!2cd as the new password', ['Old!1ab', 'New!2cd']],
    ['Register bob with password New!2cd, repeat New!3ef', ['New!2cd', 'New!3ef']],
    ['Change my PIN from 1234 to 9877 and repeat 9877', ['1234', '9877', '9877']],
    ['Set the PIN 9877 and confirm it as 9876', ['9877', '9876']],
    ['Sign in with PIN 1234 and repeat order 10441', ['1234']],
    ['Sign in with PIN 1234, then type 2026 into Year', ['1234']],
    ['Reset my password with the code 884412 to New!2cd', ['884412', 'New!2cd']],
    ['Change the password of ada to New!2cd', ['New!2cd']],
    ['Melde dich als ada mit dem Passwort geheim an', ['geheim']],
    ['Melde dich als ada mit geheim an', ['geheim']],
    ['Das Passwort lautet geheim', ['geheim']],
    ['Kennwort: geheim', ['geheim']],
    ['Connectez-vous comme ada avec le mot de passe sésame', ['sésame']],
    ['mot de passe « sésame »', [' sésame ']],
    ['Inicia sesión como ada con la contraseña secreto', ['secreto']],
    ['contraseña: secreto', ['secreto']],
    ['Inicia sesión como ada con secreto', ['secreto']],
    ['Sign in (user ada, pass sesame) and tell me my balance', ['sesame']],
    ['u: ada p: sesame - log in please', ['sesame']],
    ['Use the credentials ada and sesame to sign in', ['sesame']],
    ['Log in (ada, sesame)', ['sesame']],
    ['Log in: ada hunter-2', ['hunter-2']],
    ['Log in as ada, the password being sesame', ['sesame']],
    ['Repeat the password sesame', ['sesame']],
    ['Log in as ada with x"y7z', ['x"y7z']],
    ['Authorization: Bearer abc123', ['abc123']],
    ['The security code is 4711', ['4711']],
    ['Trage geheim in das Feld Passwort ein', ['geheim']],
    ['Gib das Passwort geheim ein', ['geheim']],
    ['Tape sésame dans le champ mot de passe', ['sésame']],
    ['Change le mot de passe en hunter-2', ['hunter-2']],
    ['Escribe secreto en el campo contraseña', ['secreto']],
    ['use ada/Walnut77 to log in', ['Walnut77']],
    ['log in as ada (Walnut77)', ['Walnut77']],
    ['ada@x.test:Walnut77 log in', ['Walnut77']],
    ['sign in to the site ada Walnut77', ['Walnut77']],
    ['type ada, then Walnut77, and sign in', ['Walnut77']],
    ['sign in as ada, you can use Walnut77 as password', ['Walnut77']],
    ['the pasword for ada is sesame', ['sesame']],
    ['log in as ada with the passwrd sesame', ['sesame']],
    ['put sesame where it asks for the password', ['sesame']],
    ['unlock it with code 4711', ['4711']],
    ['my pin? 4711. enter it', ['4711']],
    ['Open https://ada:sesame@x.test/', ['sesame']],
    ['Open https://x.test/?token=abc&page=2', ['abc']],
  ])('finds in %j what must not be shown', (text, secrets) => {
    expect(found(text)).toEqual(secrets);
  });

  test.each([
    'Click Forgot password and report the heading',
    'Click the Change password link',
    'Open the password page',
    'Tell me the token balance',
    'Report the password policy',
    'Is the password visible?',
    'Show the PIN status',
    'Change the email as well as the password',
    'Log in with my usual account',
    'Reset the password in the settings',
    'Enter a@b.test in Email',
    'I forgot my password: request a reset link for a@b.test',
    'Forgot password: send me a link',
    'Pick the colour blue and the size large',
    'Enter Hinge as article and 5 as quantity, then B-02 as shelf',
    'Export it as a table with 5 columns',
    'Pass the message to Grace and report the security code of conduct',
    'Log in: open the page',
    'Sign in and open order FN-302 of 3rd May',
    'Log in at https://x.test/a1b2c3 and read the heading',
    'Use the voucher code SPRING10',
    'Report the password policy and open the new 500ml bottle',
    'Report the password policy, then change the phone to +49-151',
  ])('finds nothing in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  test('takes time in proportion to the text', () => {
    for (const text of [
      'password '.repeat(2_000),
      'as a with '.repeat(2_000),
      'log in '.repeat(3_000),
      'change password, new one is '.repeat(1_000),
      '"'.repeat(20_000),
      'a'.repeat(20_000),
    ]) {
      const begun = process.cpuUsage();
      writtenSecrets(text);
      expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_500);
    }
  });
});
