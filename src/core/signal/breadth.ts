/**
 * Whether a person said that something holds beyond the project they are in, in nine languages. A rule that is told in every
 * project must rest on such words; where they only meant the whole of this project, the extraction has to know.
 */
import { typedText } from './human.ts';
import { folded } from './sentences.ts';

const PLACES = 'repos?|repositor(?:y|ies)|projects?|codebases?|workspaces?|compan(?:y|ies)|clients?|jobs?|machines?';
const SPACED: readonly string[] = [
  // English
  `everywhere|anywhere|wherever|globally|universally|no matter (?:where|which|what)|across (?:all|every|the board|my|our|projects|repos)`,
  `(?:all|every|each|any|whatever|whichever|other) (?:of )?(?:my |our |the |these |your |single )?(?:other |own )*(?:${PLACES})|not (?:just|only) (?:here|in this|this)`,
  `(?:everything|anything|all|whatever) (?:that )?(?:i|we) (?:do|write|build|work on|touch|own|maintain)`,
  // German
  `überall|egal (?:wo|in welchem|welches)|allgemein|generell|projektübergreifend|nicht (?:nur|bloß) hier`,
  `(?:alle[nrms]?|jede[nrms]?|sämtliche[nr]?|andere[nr]?) (?:meine[nr]? |unsere[nr]? |andere[nr]? )*(?:repos?|repositor\\p{L}+|projekte?n?|codebases?)`,
  // French
  `partout|n importe (?:où|quel)|(?:tous|toutes|chaque|tout) (?:mes |nos |les |autres )*(?:d[ée]p[ôo]ts?|repos?|projets?)|pas (?:que|seulement|juste) ici`,
  // Spanish, Portuguese
  `en todas partes|en todos? lados?|en cualquier|donde sea|(?:todos|cada|cualquier) (?:mis |nuestros |los |otros )*(?:repos?|repositorios?|proyectos?)|no (?:solo|sólo) aquí`,
  `em (?:todo lugar|todos os lugares|toda parte|qualquer)|onde quer que|(?:todos|cada|qualquer) (?:os )?(?:meus |nossos |outros )*(?:repos?|repositórios?|projetos?)|não (?:só|apenas) aqui`,
  // Russian
  `везде|всюду|повсюду|где бы|(?:всех|каждом|любом|во всех|других) (?:моих |наших |своих )*(?:репо\\p{L}*|проект\\p{L}*)|не только (?:здесь|тут)`,
];
const SAID = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SPACED.join('|')})(?![\\p{L}\\p{N}])`, 'u');
const UNSPACED =
  /どこでも|どの(?:リポジトリ|プロジェクト)|(?:すべて|全て|全部)の(?:リポジトリ|プロジェクト)|全(?:リポジトリ|プロジェクト)|ここだけで(?:は|なく)|(?:所有|全部|每个|任何|其他)(?:的)?(?:我的|我们的)?(?:仓库|项目|代码库)|到处|(?:无论|不管)(?:在)?(?:哪|什么)|不(?:只|仅)(?:是)?(?:这里|这个)|어디서(?:든|나)|(?:모든|어떤|다른|전체) ?(?:저장소|레포|리포|프로젝트)|여기(?:서)?(?:만|뿐)/u;

export function saysEverywhere(text: string): boolean {
  const typed = folded(typedText(text));
  return SAID.test(typed) || UNSPACED.test(typed);
}
