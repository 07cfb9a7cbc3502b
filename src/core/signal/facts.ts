/**
 * Sentences that state a lasting fact about the writer, their team or their machines, in nine languages. Only strong ones: who
 * somebody is, what they work on or have never used, what a server runs. A fact that is missed here is still read when
 * anything else in its window teaches.
 */
import { typedText } from './human.ts';
import { sentencesOf } from './sentences.ts';

const PLACE = 'prod(?:uction)?|staging|the (?:build|test|prod\\w*|staging) server|ci';
const SELF =
  'a(?! (?:bit|little|tad|fan))|an|the (?:only|one(?! who)|lead|owner)|on (?:mac|windows|linux|call)|based|new to|responsible|working (?:alone|solo)';
/** "we're" has lost its apostrophe (sentences.ts): it is told from the past tense by where it stands. */
const WE_ARE = 'we are|(?<=^|[,:(] |(?:btw|fyi|note|because|since|so) )were';
const WORDED: readonly string[] = [
  // English
  `i ?a?m (?:${SELF}|in (?:the )?(?:berlin|utc|cet))`,
  `(?:i|we)(?:ve| have)? never (?:used|touched|worked with|done|written)|(?:i|we) work (?:in|at|from|with|alone|on(?! (?:it|that|this)))|i (?:maintain|own|review|do (?:the|all)(?! (?:rest|same|other|merge|push)))`,
  `my (?:team|role|job|company|timezone|time zone|working hours|boss|manager|laptop|machine) (?:is|are|runs|uses|has)`,
  `(?:${WE_ARE}) (?:all )?(?:on(?! (?:it|the same|track))|a team|using|based|only|air ?gapped)|we (?:deploy|release|ship|meet) (?:on|every|only)|(?:every|no)(?:one|body) (?:here|on the team|in the team|else)`,
  `(?:${PLACE}) (?:runs?|is on|has no|can ?not|cant|uses)`,
  `(?:i|we) (?:prefer|always|usually|no longer|do not .{1,40} any ?more|dont .{1,40} any ?more|(?:have )?(?:moved|switched) (?:to|from)|edit in|am switching)|forget (?:that|about the|what i)|remember (?:that|this)|not true any ?more`,
  // German
  `vergiss,? (?:dass|was)|ich (?:bevorzuge|nutze|benutze|verwende) (?:immer|meist|lieber)|(?:stimmt|gilt) nicht mehr|ich (?:bin (?:ein|eine|der|die|allein|für|neu)|arbeite (?:in|an|auf|allein|nur|mit|bei)|habe noch nie|kenne mich)|wir (?:sitzen|arbeiten|sind (?:alle|nur|ein)|nutzen alle|sind umgezogen|sind auf|deployen (?:nur|immer|am))|(?:prod|produktion|staging|der server) läuft`,
  // French
  `oublie (?:que|ce que)|je préfère|(?:on|je) (?:n |ne )?(?:utilise|travaille) plus|je (?:suis (?:un|une|le|la|seul|dev|développeu\\p{L}+|nouve\\p{L}+)|bosse|travaille)|(?:j ai|on a) jamais (?:utilisé|touché|fait)|on (?:est|bosse|travaille|déploie) (?:tous|sur|en|le|à)|la prod (?:tourne|est)`,
  // Spanish, Portuguese
  `(?:olvida (?:que|lo)|prefiero|ya no (?:uso|trabajo|usamos)|soy|trabajo|trabajamos|estamos (?:en|todos)|nunca (?:he|usé|toqué|trabajé)|desplegamos|(?:el|los) servidor\\p{L}* .{0,40}(?:se apaga|corre|usa)|en producción (?:usamos|corre|tenemos))`,
  `(?:esquece (?:que|o)|prefiro|não (?:uso|usamos|trabalho) mais|sou|trabalho|trabalhamos|somos|estamos (?:todos|em|no)|nunca (?:mexi|usei|trabalhei|toquei)|em produção (?:usamos|roda))`,
  // Russian
  `(?:забудь,? что|(?:я|мы) больше не|я предпочитаю|я (?:работаю|разработчик|один|одна|отвечаю|никогда не)|мы (?:работаем|все (?:на|сидим)|деплоим|релизим)|прод (?:у нас )?на|у нас (?:прод|все|весь|вся|команда))`,
];
const word = (patterns: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
const STATED = word(WORDED);
const UNSPACED =
  /(?:忘れて|もう使って(?:い)?ない)|(?:忘掉|不再用|我更喜欢)|(?:잊어|더 이상 .{0,20}안 (?:써|씁))|私は.{1,30}(?:です|ます)|(?:うち|弊社|チーム)(?:は|の).{1,40}(?:です|ます)|本番(?:は|環境は)|(?:我|我们组|我们团队|我们)(?:是|都是|全是|一直用|从没用过)|저는 .{1,30}(?:입니다|예요|이에요)|저희(?: 팀)?(?:은|는)|운영 서버|우리 ?팀은/u;

/** Told in passing: a fact, unless it tells what was done a moment ago. */
const TOLD = word([
  'fyi|for context|just so you know|for the record|zur info|pour info|para que sepas|pra (?:você saber|contexto)|só pra (?:constar|saber)|к сведению|для справки',
]);
const TOLD_UNSPACED = /ちなみに|说一下|顺便说|참고로/u;
const MOMENT = word([
  'just(?! so you)|now|today|tonight|yesterday|this morning|a (?:minute|sec|second|moment) ago|i(?:ve| have)? (?:renamed|pushed|changed|merged|deleted|moved|added|fixed|reverted|updated|restarted|started|committed)',
  'gerade|eben|jetzt|heute|gestern|gleich|maintenant|aujourd hui|hier|viens de|ahora|hoy|ayer|acabo de|agora|hoje|ontem|acabei de|сейчас|сегодня|вчера|только что',
]);
const MOMENT_UNSPACED = /今は|今から|さっき|今日|昨日|先ほど|刚才?|刚刚|现在|今天|昨天|방금|지금|오늘|어제/u;

const isLasting = (sentence: string): boolean => !MOMENT.test(sentence) && !MOMENT_UNSPACED.test(sentence);

export function statesFact(text: string): boolean {
  return sentencesOf(typedText(text)).some(
    (sentence) =>
      !/[?？]\s*$/.test(sentence) &&
      (STATED.test(sentence) ||
        UNSPACED.test(sentence) ||
        ((TOLD.test(sentence) || TOLD_UNSPACED.test(sentence)) && isLasting(sentence))),
  );
}
