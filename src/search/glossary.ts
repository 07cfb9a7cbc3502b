/**
 * What developers talk about, in eight languages, as English terms: the model was trained on English and no two languages
 * share words, so a rule and a prompt in two languages meet here or not at all. Entries are the beginnings of words (whole
 * words in scripts without spaces), none of which begins an English word.
 */
import { stem } from '../core/stem.ts';
import { UNSPACED } from '../core/words.ts';

const ENTRIES = `
account: konto benutzerkonto compte cuenta учетн учётн аккаунт 账号 账户 アカウント 계정
add: hinzufüg hinzuzufüg füge ajout rajout añad agreg adicion acrescent добав 添加 增加 新增 追加 추가
address: adresse dirección endereço адрес 地址 住所 アドレス 주소
allow: erlaub autoris разреш 允许 許可 허용
amount: betrag beträge montant сумм 金额 金額 금액
answer: antwort réponse respuesta resposta ответ 回答 答案 応答 응답
backup: sicherung datensicherung sauvegarde respaldo резервн бэкап 备份 備份 バックアップ 백업
branch: zweig rama ветк 分支 ブランチ 브랜치
break: kaputt cassé roto сломал 坏 壊 고장
buffer: puffer tampon búfer буфер 缓冲 缓冲区 バッファ 버퍼
bug: fehlermeldung ошибк баг 错误 缺陷 エラー バグ 오류 버그
build: bauen gebaut kompilier compilar compilación compilação собери собра сборк компил 构建 编译 打包 ビルド コンパイル 빌드
button: knopf schaltfläche bouton botón botão кнопк 按钮 ボタン 버튼
cache: zwischenspeicher кэш кеш 缓存 キャッシュ 캐시
cart: warenkorb panier carrito carrinho корзин 购物车 カート 장바구니
change: änder geändert veränder cambi измен поменя 修改 更改 变更 変更 변경
chapter: kapitel chapitre capítulo глав 章节 章 장
chart: diagramm graphique gráfico график диаграмм 图表 グラフ 차트
check: prüf überprüf vérifi comprob провер 检查 確認 チェック 확인
checkout: kasse caisse оформлен 结账 チェックアウト 결제
clean: aufräum bereinig nettoy limpi очист 清理 掃除 정리
code: quelltext quellcode код 代码 コード 코드
color: farbe farblich couleur cor цвет 颜色 色 색상
column: spalte colonne columna coluna столбец столбц колонк 列 字段 カラム 열
command: befehl kommando команд 命令 コマンド 명령
commit: коммит закоммит 提交 コミット 커밋
compare: comparez comparar vergleich сравн 比较 对比 比較 비교
config: konfigur einstell paramètr configuración configuração конфиг настро 配置 設定 설정
connect: verbind connexion conexión conexão подключ соедин 连接 接続 연결
create: erstell anleg créer créez crée crear criar cria созда 创建 新建 作成 생성
currency: währung devise moneda moeda валют 货币 通貨 통화
customer: kunde kunden покупател клиент 客户 顧客 고객
data: daten donnée datos dados данн 数据 データ 데이터
database: datenbank базы база бд 数据库 データベース 데이터베이스
date: datum fecha дат 日期 日付 날짜
delete: lösch entfern gelöscht supprim efface borra elimin apag удал 删除 去掉 削除 삭제
deploy: ausroll ausliefer bereitstell déploi déploy desplieg despleg implant деплой разверн выкат 部署 上线 デプロイ 배포
dependency: abhängigkeit dépendance dependencia dependência зависимост 依赖 依存 의존성
design: entwurf conception diseño дизайн 设计 設計 설계
device: gerät appareil dispositivo устройств 设备 端末 デバイス 기기
dialog: dialogfenster dialogue diálogo диалог 对话框 ダイアログ 대화상자
directory: verzeichnis ordner répertoire dossier carpeta directorio pasta каталог папк 目录 文件夹 フォルダ ディレクトリ 폴더
document: dokument documentación documentação документ 文档 文書 ドキュメント 문서
download: herunterlad télécharg descarg baixar скача загруз 下载 ダウンロード 다운로드
empty: leere vacío vazio пуст 空 비어
encrypt: verschlüssel chiffr cifr criptograf шифр 加密 暗号 암호화
event: ereignis événement evento событи 事件 イベント 이벤트
export: exportier экспорт 导出 エクスポート 내보내기
fail: fehlgeschlag schlägt échou échec falla falha пада упал сломал 失败 失敗 실패
fast: schnell rapide rápido быстр 快 速い 빠르
feature: funktionalität fonctionnalité funcionalidad функционал 功能 機能 기능
field: feld champ campo поле полей 字段 フィールド 필드
file: datei fichier archivo fichero arquivo файл 文件 ファイル 파일
filter: filtr фильтр 过滤 筛选 フィルタ 필터
fix: beheb reparier korrigier corrig arregl consert исправ почин 修复 修正 直す 수정
flag: schalter drapeau флаг 标志 フラグ 플래그
float: gleitkomma flotante flutuante плавающ 浮点 浮点数 浮動小数点
folder: ordner dossier carpeta папк 文件夹 フォルダ 폴더
format: formatier форматир 格式 フォーマット 형식
formula: formel formule fórmula формул 公式 数式
game: spiel jeu juego jogo игр 游戏 ゲーム 게임
image: bild bilder imagen imagem картинк изображен 图片 图像 画像 이미지
import: importier импорт 导入 インポート 가져오기
install: installier instala установ 安装 インストール 설치
interrupt: unterbrech interrupción прерыван 中断 割り込み 인터럽트
invoice: rechnung facture factura fatura счет-фактур счёт счета 发票 请求書 請求書 インボイス 청구서
issue: тикет 问题 課題 이슈
job: auftrag tâche tarea tarefa задани 任务 ジョブ 작업
key: schlüssel clé clave chave ключ 密钥 键 キー 키
language: sprache idioma язык 语言 言語 언어
latency: latenz latence latencia latência задержк 延迟 レイテンシ 지연
layer: schicht couche capa camada слой 层 レイヤ 계층
layout: anordnung верстк макет 布局 レイアウト 레이아웃
level: ebene niveau nivel nível уровен уровн 关卡 级别 レベル ステージ 레벨
library: bibliothek bibliothèque biblioteca библиотек 库 ライブラリ 라이브러리
license: lizenz licencia licença лиценз 许可证 ライセンス 라이선스
line: zeile ligne línea linha строк 行 줄
link: verweis lien enlace ссылк 链接 リンク 링크
log: protokoll protokollier journalis registro лог логир 日志 ログ 로그
login: anmeld einlogg connexion iniciar вход логин 登录 ログイン 로그인
mail: courriel correo почт письм 邮件 メール 메일
map: karte carte mapa карт 地图 地図 マップ 지도
measure: messen gemess mesur medir mede измер замер 测量 测一下 計測 測定 측정
memory: speicher arbeitsspeicher mémoire memoria memória памят 内存 メモリ 메모리
merge: zusammenführ fusionn fusiona слия слит 合并 マージ 병합
message: nachricht meldung mensaje mensagem сообщен 消息 信息 メッセージ 메시지
migration: datenbankmigration migración migração миграц 迁移 マイグレーション 移行 마이그레이션
model: modell modèle modelo модел 模型 モデル 모델
module: módulo модул 模块 モジュール 모듈
money: geld argent dinero dinheiro деньг денег 钱 お金 돈
monitor: überwach surveill monitoriz мониторинг 监控 監視 모니터링
move: verschieb déplac mover перемест 移动 移動 이동
name: namen benenn nommer nombr nome имя имен назв 名字 名称 命名 名前 이름
new: neue neuer neues neu nouveau nouvelle nuevo nueva novo nova новый новую новая новое нов 新的 新 新しい 새
notification: benachrichtig notificación notificação уведомл 通知 알림
number: nummer zahl numéro nombre número номер числ 编号 数字 号码 番号 数 번호
order: bestell pedido заказ 订单 注文 주문
output: ausgabe salida saída вывод 输出 出力 출력
package: paket paquet paquete пакет 包 パッケージ 패키지
page: seite seiten página страниц 页面 页 ページ 페이지
password: passwort kennwort contraseña senha парол 密码 パスワード 비밀번호
payment: zahlung bezahl paiement pago pagament платеж платёж оплат 支付 付款 支払 決済 결제
permission: berechtig autorisation permiso permissão разрешен права 权限 権限 권한
picture: bild bilder foto imagen картинк 图片 画像 사진
port: anschluss порт 端口 ポート 포트
price: preis prix precio preço цен 价格 価格 가격
print: drucken ausgeb imprim печат 打印 印刷 인쇄
process: prozess processus proceso процесс 进程 プロセス 프로세스
production: produktiv produktion producción produção прод продакшн 生产 线上 本番 운영
project: projekt projet proyecto projeto проект 项目 プロジェクト 프로젝트
pull: zieh tirer пулл 拉取 プル 풀
push: пуш запуш 推送 プッシュ 푸시
query: abfrage requête consulta запрос 查询 クエリ 쿼리
queue: warteschlange cola fila очеред 队列 キュー 큐
random: zufall zufällig aléatoire aleatori случайн 随机 ランダム 乱数 무작위
read: lesen liest lire leer ler чита прочит 读取 读 読む 読み込 읽기
record: aufzeichn aufnahme enregistr grabar запис 记录 录制 記録 기록
release: veröffentlich freigab publier publication lanzamiento lançamento релиз выпуск 发布 发版 リリース 릴리스
remove: entfern enlev quitar remover убер убра 移除 取り除 제거
rename: umbenenn benenn renomm renombr переимен 重命名 改名 リネーム 이름변경
report: bericht rapport relatório отчет отчёт 报告 报表 レポート 報告 보고서
request: anfrag requête solicit petición pedido запрос 请求 リクエスト 요청
retry: wiederhol erneut réessay reintent повтор 重试 リトライ 再試行 재시도
review: durchsicht relecture revisión revisão ревью 评审 审查 レビュー 리뷰
run: ausführ lauf läuft lance exécut ejecut запуст запуск 运行 执行 跑 実行 走らせ 실행
save: speicher gespeichert enregistr guardar salvar сохран 保存 存档 저장
schedule: planung zeitplan planifi horario agenda расписан заплан 计划 定时 予定 スケジュール 일정
schema: схем 模式 スキーマ 스키마
search: suchen recherch buscar busca поиск найди найти 搜索 查找 検索 探 검색
secret: geheimnis geheim secreto segredo секрет 密钥 机密 秘密 シークレット 비밀
send: senden schick versand envoy enviar envia отправ послат 发送 送信 送る 보내
sensor: capteur sensores датчик 传感器 センサー センサ 센서
server: serveur servidor сервер 服务器 サーバー サーバ 서버
setting: einstellung réglage ajuste настройк 设置 設定 설정
shop: laden geschäft boutique tienda loja магазин 商店 店 상점
show: zeig anzeig affich mostr muestr показ покаж отобра 显示 展示 表示 보여
slow: langsam lent lento медлен тормоз 慢 遅い 느리
sort: sortier trier ordena сортир 排序 ソート 並べ替え 정렬
start: gestart démarr arranc inicia запуст старт 启动 开始 起動 始め 시작
station: messstation estación estação станци 站点 测站 駅 역
stop: anhalt arrêt detener parar останов 停止 止め 중지
storage: ablage stockage almacen armazen хранилищ 存储 ストレージ 저장소
style: estilo стил 样式 风格 スタイル 스타일
table: tabell tableau tabla tabela таблиц 表格 表 テーブル 테이블
tax: steuer mehrwertsteuer taxe impuesto imposto налог 税 税金 세금
temperature: temperatur température temperatura температур 温度 気温 온도
test: prueba тест 测试 用例 テスト 테스트
text: текст 文本 文案 テキスト 文章 텍스트
time: zeit uhrzeit tiempo hora врем 时间 時間 시간
timeout: zeitüberschreit délai таймаут 超时 タイムアウト 시간초과
token: jeton токен 令牌 トークン 토큰
train: trainier training entraîn entren treina обуч 训练 学習 訓練 훈련
translate: übersetz tradui traduc traduz перевод перевед 翻译 翻訳 번역
type: typen tipo тип 类型 型 タイプ 타입
update: aktualisier mise actualiz atualiz обнов 更新 升级 アップデート 업데이트
upload: hochlad téléverser subir enviar загруз 上传 アップロード 업로드
user: benutzer nutzer utilisateur usuario usuário пользовател 用户 ユーザー ユーザ 사용자
validate: validier valider validar валид 校验 验证 検証 검증
value: wert werte valeur valor значен 值 数值 値 값
version: fassung versión versão верси 版本 バージョン 버전
view: ansicht vue vista представлен 视图 ビュー 보기
voucher: gutschein rabatt coupon bon cupón cupom купон скидк 优惠券 折扣 クーポン 割引 쿠폰
warehouse: lager entrepôt almacén armazém склад 仓库 倉庫 창고
week: woche wöchentlich semaine semana недел 周 星期 週 주
weight: gewicht poids peso вес 重量 体重 重さ 무게
window: fenster fenêtre ventana janela окно окна 窗口 ウィンドウ 창
worker: arbeiter ouvrier воркер 工作进程 ワーカー 워커
write: schreib écri escrib escrev напиш напис пиши запиш 写 编写 書 쓰기
year: jahr année año ano год лет 年 연도
animation: animier animación animação анимац 动画 アニメーション 애니메이션
card: karte carte tarjeta cartão карточк 卡片 カード 카드
crash: absturz abstürz stürzt plante planté bloquea падает краш 崩溃 クラッシュ 크래시
firmware: прошив прошит 固件 ファームウェア 펌웨어
image: снимок снимк 镜像
missing: fehlt fehlen manque manquant faltan falta отсутств 缺少 缺失 缺测 不足 欠落 누락
radar: 雷达 レーダー радар
scene: szene scène escena cena сцен 场景 シーン 장면
sound: ton klang звук 声音 音效 音 소리
usage: nutzung utilisation uso использован 使用情况 使用 利用 사용
`;

const byStart = new Map<string, string[]>();
for (const line of ENTRIES.trim().split('\n')) {
  const [english = '', starts = ''] = line.split(': ');
  // Words come stemmed as if they were English: "colonne" without its end.
  for (const start of new Set(starts.split(' ').flatMap((one) => [one, stem(one)]))) {
    byStart.set(start, [...(byStart.get(start) ?? []), english]);
  }
}

const LONGEST = Math.max(...[...byStart.keys()].map((start) => start.length));
const SHORTEST = 3;

/** The English terms of a word in lower case; none for an English word. Of several beginnings the longest counts. */
export function englishOf(word: string): readonly string[] {
  if (UNSPACED.test(word)) return byStart.get(word) ?? [];
  for (let length = Math.min(LONGEST, word.length); length >= Math.min(SHORTEST, word.length); length--) {
    const found = byStart.get(word.slice(0, length));
    if (found && isNear(word.length, length)) return found;
  }
  return [];
}

/** A word is its beginning and an ending, not another word that begins alike. */
const isNear = (whole: number, start: number): boolean => whole === start || (start >= 4 && whole <= start * 2 + 1);
