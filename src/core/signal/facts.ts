/**
 * Sentences that state a lasting fact about the writer, their team or their machines, in nine languages. Only strong ones: who
 * somebody is, what they work on or have never used, what a server runs. A fact that is missed here is still read when
 * anything else in its window teaches.
 */
import { typedText } from './human.ts';
import { sentencesOf } from './sentences.ts';

const PLACE = 'prod(?:uction)?|staging|the (?:build|test|prod\\w*|staging) server|ci';
const WORDED: readonly string[] = [
  // English
  `i am (?:a|an|the (?:only|one|lead|owner)|on (?:mac|windows|linux|call|arm)|based|in (?:the )?(?:berlin|utc|cet)|new to|responsible|working (?:alone|solo))`,
  `i'?m (?:a|an|the (?:only|one|lead|owner)|on (?:mac|windows|linux|call|arm)|based|new to|responsible|working alone)`,
  `(?:i|we)(?:'ve| have)? never (?:used|touched|worked with|done|written)|(?:i|we) work (?:in|at|on|from|with|alone)|i (?:maintain|own|review|do (?:the|all))`,
  `my (?:team|role|job|company|timezone|time zone|working hours|boss|manager|laptop|machine) (?:is|are|runs|uses|has)`,
  `we(?:'re| are) (?:all )?(?:on|a team|using|based|only|air ?gapped)|we (?:deploy|release|ship|meet) (?:on|every|only)|(?:every|no)(?:one|body) (?:here|on the team|in the team|else)`,
  `(?:${PLACE}) (?:runs?|is on|has no|can ?not|can't|uses)|(?:fyi|for context|just so you know|for the record)`,
  `(?:i|we) (?:prefer|always|usually|no longer|do not .{1,40} any ?more|don't .{1,40} any ?more|(?:have )?(?:moved|switched) (?:to|from)|edit in|am switching)|forget (?:that|about the|what i)|remember (?:that|when|this)|not true any ?more`,
  // German
  `vergiss,? (?:dass|was)|ich (?:bevorzuge|nutze|benutze|verwende) (?:immer|meist|lieber)|(?:stimmt|gilt) nicht mehr|ich (?:bin (?:ein|eine|der|die|allein|für|neu)|arbeite (?:in|an|auf|allein|nur|mit|bei)|habe noch nie|kenne mich)|wir (?:sitzen|arbeiten|sind (?:alle|nur|ein)|nutzen alle|sind umgezogen|sind auf|deployen (?:nur|immer|am))|zur info|(?:prod|produktion|staging|der server) läuft`,
  // French
  `oublie (?:que|ce que)|je préfère|(?:on|je) (?:n |ne )?(?:utilise|travaille) plus|je (?:suis (?:un|une|le|la|seul|dev|développeu\\w+|nouve\\w+)|bosse|travaille)|(?:j ai|on a) jamais (?:utilisé|touché|fait)|on (?:est|bosse|travaille|déploie) (?:tous|sur|en|le|à)|pour info|la prod (?:tourne|est)`,
  // Spanish, Portuguese
  `(?:olvida (?:que|lo)|prefiero|ya no (?:uso|trabajo|usamos)|soy|trabajo|trabajamos|estamos (?:en|todos)|nunca (?:he|usé|toqué|trabajé)|desplegamos|para que sepas|(?:el|los) servidor\\w* .{0,40}(?:se apaga|corre|usa)|en producción (?:usamos|corre|tenemos))`,
  `(?:esquece (?:que|o)|prefiro|não (?:uso|usamos|trabalho) mais|sou|trabalho|trabalhamos|somos|estamos (?:todos|em|no)|nunca (?:mexi|usei|trabalhei|toquei)|pra (?:você saber|contexto)|só pra (?:constar|saber)|em produção (?:usamos|roda))`,
  // Russian
  `(?:забудь,? что|(?:я|мы) больше не|я предпочитаю|я (?:работаю|разработчик|один|одна|отвечаю|никогда не)|мы (?:работаем|все (?:на|сидим)|деплоим|релизим)|к сведению|для справки|прод (?:у нас )?на|у нас (?:прод|все|весь|вся|команда))`,
];
const STATED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDED.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
const UNSPACED =
  /(?:忘れて|もう使って(?:い)?ない)|(?:忘掉|不再用|我更喜欢)|(?:잊어|더 이상 .{0,20}안 (?:써|씁))|ちなみに|私は.{1,30}(?:です|ます)|(?:うち|弊社|チーム)(?:は|の).{1,40}(?:です|ます)|本番(?:は|環境は)|(?:我|我们组|我们团队|我们)(?:是|都是|全是|一直用|从没用过)|说一下|顺便说|참고로|저는 .{1,30}(?:입니다|예요|이에요)|저희(?: 팀)?(?:은|는)|운영 서버|우리 ?팀은/u;

export function statesFact(text: string): boolean {
  return sentencesOf(typedText(text)).some(
    (sentence) => !/[?？]\s*$/.test(sentence) && (STATED.test(sentence) || UNSPACED.test(sentence)),
  );
}
