/** Messages that begin as notes to keep: "remember: …", "from now on …", in nine languages. */
import { typedText } from './human.ts';
import { sentencesOf } from './sentences.ts';

const POLITE = '(?:please|pls|bitte|stp|svp|por favor|porfa|пожалуйста|请|ok|okay|also|und|et|y|e|и)?[ ,:]{0,2}';
const OPENINGS: readonly string[] = [
  'remember(?! (?:when|how|if|the time))(?: that| this| to)?|keep in mind|for (?:the )?future|from now on|from here on|going forward|in (?:the )?future|note for (?:later|the future)|new rule|rule',
  'merke? dir|denke? (?:bitte )?(?:in zukunft |immer )?(?:daran|dran)|ab (?:jetzt|sofort|heute)|von nun an|in zukunft|künftig|zukünftig|neue regel|regel',
  'souviens(?: |-)toi|rappelle(?: |-)toi|retiens|n oublie (?:pas|jamais)|à partir de maintenant|désormais|dorénavant|à l avenir|nouvelle règle|règle',
  'recuerda|recordá|recorda|acuérdate|acordate|ten en cuenta|tené en cuenta|a partir de ahora|de ahora en adelante|desde ahora|en adelante|nueva regla|regla',
  'lembre(?:-se)?|lembra|tenha em mente|a partir de agora|de agora em diante|daqui (?:pra|para) (?:a )?frente|nova regra|regra',
  'запомни|помни|имей в виду|отныне|впредь|с этого момента|в будущем|на будущее|новое правило|правило',
];
const WORDED = new RegExp(`^${POLITE}(?:${OPENINGS.join('|')})(?![\\p{L}\\p{N}])`, 'u');
const UNSPACED =
  /^(?:请)?(?:记住|记得|以后|今后|从现在(?:开始|起)|从今以后)|^(?:今後|これから|以後|次から|次回から)(?:は|も|、)|覚えて(?:おいて|ください|$)|^(?:기억해|앞으로|이제부터|지금부터|다음부터)|기억해 ?(?:줘|둬|주)/u;

export function isNote(text: string): boolean {
  const [first] = sentencesOf(typedText(text));
  return first !== undefined && !/[?？]$/.test(first) && (WORDED.test(first) || UNSPACED.test(first));
}
