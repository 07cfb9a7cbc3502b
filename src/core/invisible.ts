/**
 * Takes out of a text what nobody sees: format and ignorable characters, tags, fillers, selectors. They hide words from the
 * person who reads and split those that a check looks for. Joiners stay where they shape letters or emoji.
 */

const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}' +
  '\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}' +
  '\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}';
const EMOJI = '\\p{Extended_Pictographic}';

// Marked as pure: the doors that show no rule then leave it out.
/** A joiner between two letters of such a script or two emoji, the selector of an emoji; then all that is invisible. */
const INVISIBLE = /* @__PURE__ */ (() =>
  new RegExp(
    `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])` +
      `|(?<=(?:${EMOJI}|\\p{Emoji_Modifier})\\ufe0f?)\\u200d(?=${EMOJI})` +
      '|(?<=[\\p{Emoji}])\\ufe0f' +
      '|([\\p{Cf}\\p{Default_Ignorable_Code_Point}])',
    'gu',
  ))();

export const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, (found, invisible: string | undefined) => (invisible === undefined ? found : ''));
