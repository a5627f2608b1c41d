// Tests of the model. Every test prints the seed of its random changes, and takes another one from ROSTER_QT_SEED.
//
//   ListModelTests [ARGUMENTS OF QTEST] [--logs FILE…]    applies changeset logs as well
//   ListModelTests --write FILE SEED COUNT                the other process of the tests

#include <QAbstractItemModelTester>
#include <QDeadlineTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "RandomEdits.h"
#include "RosterListModel.h"
#include "Shadow.h"

namespace {

QStringList logs;

roster_text textOf(const QByteArray &bytes) { return {bytes.constData(), std::size_t(bytes.size())}; }

// A list as any process opens it.
class Writer {
public:
  explicit Writer(const QString &path) {
    roster_file file;
    const QByteArray bytes = path.toUtf8();
    if (roster_open(textOf(bytes), nullptr, &file) != ROSTER_OK) qFatal("%s", roster_last_error().message.bytes);
    if (roster_list_open(file, roster_text_of("list"), nullptr, &m_list) != ROSTER_OK)
      qFatal("%s", roster_last_error().message.bytes);
    roster_close(file);
  }
  ~Writer() { roster_close(m_list); }

  roster_list list() const { return m_list; }

  bool change(const QByteArray &edits) {
    if (roster_change(m_list, textOf(edits), roster_text_of(""), nullptr) == ROSTER_OK) return true;
    qWarning("%s", roster_last_error().message.bytes);
    return false;
  }

private:
  roster_list m_list = 0;
};

quint32 seed() {
  static const quint32 chosen = qEnvironmentVariableIsSet("ROSTER_QT_SEED")
                                    ? qEnvironmentVariable("ROSTER_QT_SEED").toUInt()
                                    : QRandomGenerator::global()->generate();
  return chosen;
}

qint64 newestRevision(roster_list list) {
  roster_snapshot snapshot;
  roster_counts counts = {-1, 0, 0};
  if (roster_snapshot_open(list, -1, &snapshot) == ROSTER_OK) {
    roster_snapshot_counts(snapshot, &counts);
    roster_close(snapshot);
  }
  return counts.revision;
}

bool waitForRevision(const RosterListModel &model, qint64 revision) {
  const QDeadlineTimer deadline(30'000);
  // Wakes the loop for the deadline; QTest's own waiting looks each 10 ms alone.
  QTimer timer;
  timer.start(100);
  while (model.revision() != revision && !deadline.hasExpired())
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  return model.revision() == revision;
}

bool search(RosterListModel &model, const QString &text) {
  QSignalSpy searched(&model, &RosterListModel::searched);
  model.search(text);
  return searched.wait(30'000);
}

RosterListModelOptions options(RosterListModel::Shape shape) { return {shape, {"text", "n", "day"}, ""}; }

QStringList texts(const QAbstractItemModel &model, const QModelIndex &parent = QModelIndex()) {
  QStringList found;
  for (int row = 0; row < model.rowCount(parent); ++row) found.append(model.index(row, 0, parent).data().toString());
  return found;
}

}  // namespace

class ListModelTests : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  int m_fileCount = 0;

  QString newPath() { return m_folder.filePath(QStringLiteral("%1.sqlite").arg(++m_fileCount)); }

  static void addShapes() {
    QTest::addColumn<RosterListModel::Shape>("shape");
    QTest::newRow("flat") << RosterListModel::Flat;
    QTest::newRow("by section") << RosterListModel::BySection;
  }

  // Makes a list with a section for each text, and an item for each letter.
  QString listOf(const QStringList &sections) {
    const QString path = newPath();
    QJsonArray edits;
    for (const QString &section : sections) {
      edits.append(QJsonObject{{"do", "insert_section"}, {"model", section}});
      for (const QChar letter : section)
        edits.append(QJsonObject{{"do", "insert"}, {"model", QJsonObject{{"text", QString(letter)}, {"n", 1}}}});
    }
    if (!Writer(path).change(QJsonDocument(edits).toJson())) qFatal("the list is not made");
    return path;
  }

private slots:
  void initTestCase() { qInfo("ROSTER_QT_SEED=%u", seed()); }

  // ---- Following ----

  void randomChangesAreShownOneAfterTheOther_data() {
    QTest::addColumn<RosterListModel::Shape>("shape");
    QTest::addColumn<QString>("definition");
    const QList<QPair<const char *, const char *>> definitions = {
        {"list", ""},
        {"filtered", R"({"where":{"member":"n","less":12}})"},
        {"filtered in sections", R"({"where":{"member":"n","less":12},"sections":{"of":"source"}})"},
        {"sorted", R"({"sorted":[{"by":"n","descending":true},"text"]})"},
        {"by value", R"({"sections":"day","sorted":["n"]})"},
        {"limited", R"({"sorted":["n"],"limit":15})"},
        {"limited in each section", R"({"sections":"day","sorted":["n"],"limit":{"count":3,"inEachSection":true}})"},
        {"searched", R"({"sorted":["n"],"search":{"in":["text"],"text":"rep"}})"}};
    for (const auto &[name, definition] : definitions) {
      QTest::addRow("%s, flat", name) << RosterListModel::Flat << QString(definition);
      QTest::addRow("%s, by section", name) << RosterListModel::BySection << QString(definition);
    }
  }

  void randomChangesAreShownOneAfterTheOther() {
    QFETCH(RosterListModel::Shape, shape);
    QFETCH(QString, definition);
    QRandomGenerator random(seed());
    const QString path = newPath();
    Writer writer(path);
    RosterListModel list(path, "list", options(shape));
    QVERIFY2(list.isOpen(), qPrintable(list.errorString()));
    RosterListModel &model = definition.isEmpty() ? list : *list.derive("derived", definition, shape);
    Shadow shadow(model, shape);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (int round = 0; round < 120; ++round) {
      // Some rounds give the model more than one batch to catch up on.
      for (int change = random.bounded(3); change >= 0; --change) QVERIFY(writer.change(randomEdits(random, writer.list())));
      QVERIFY(waitForRevision(list, newestRevision(writer.list())));
      if (!definition.isEmpty()) QCOMPARE(roster_list_bring_up_to_date(model.list()), ROSTER_OK);
      QVERIFY(waitForRevision(model, newestRevision(model.list())));
      shadow.compareWithList();
      QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
      if (definition.contains("search") && round % 5 == 0) {
        QVERIFY(search(model, QStringList{"rep", "lun kb", "", "x"}[random.bounded(4)]));
        shadow.compareWithList();
      }
    }
    qInfo("%d comparisons, %d moves", shadow.operationCount(), shadow.moveCount());
    QVERIFY(shadow.operationCount() > 300);
    QVERIFY(shadow.moveCount() > 0);
  }

  void anotherProcessWritesWhileTheModelEdits_data() { addShapes(); }

  void anotherProcessWritesWhileTheModelEdits() {
    QFETCH(RosterListModel::Shape, shape);
    QRandomGenerator random(seed() + 1);
    const QString path = newPath();
    RosterListModel model(path, "list", options(shape));
    QVERIFY2(model.isOpen(), qPrintable(model.errorString()));
    Shadow shadow(model, shape);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(
        QCoreApplication::applicationFilePath(), {"--write", path, QString::number(seed()), "400"});
    int shown = 0;
    while (process.state() != QProcess::NotRunning) {
      QTest::qWait(1);
      // An edit may come too late for what the other process has removed.
      const QByteArray edits = "[{\"do\":\"insert\",\"model\":" + randomModel(random) + "}]";
      if (!model.change(edits).isEmpty()) ++shown;
      if (model.rowCount() > 2 && model.removeRow(0)) ++shown;
      QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
    }
    QCOMPARE(process.exitCode(), 0);
    const Writer writer(path);
    QVERIFY(waitForRevision(model, newestRevision(writer.list())));
    QVERIFY(shown > 0);
    shadow.compareWithList();
    QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
  }

  void logsAreShown_data() {
    QTest::addColumn<QString>("log");
    QTest::addColumn<RosterListModel::Shape>("shape");
    for (const QString &log : logs) {
      QTest::addRow("%s, flat", qPrintable(log)) << log << RosterListModel::Flat;
      QTest::addRow("%s, by section", qPrintable(log)) << log << RosterListModel::BySection;
    }
  }

  void logsAreShown() {
    if (logs.isEmpty()) QSKIP("no --logs are given", );
    QFETCH(QString, log);
    QFETCH(RosterListModel::Shape, shape);
    QFile file(log);
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    const QString path = newPath();
    Writer writer(path);
    RosterListModel model(path, "list", options(shape));
    Shadow shadow(model, shape);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    int applied = 0, refused = 0;
    // The tester reads every row at every signal, so a long log is read to here.
    while (!file.atEnd() && applied < 1'000) {
      // Logs have lines of other kinds, and changesets that are invalid.
      const bool isApplied = roster_apply(writer.list(), textOf(file.readLine().trimmed()), nullptr) == ROSTER_OK;
      ++(isApplied ? applied : refused);
      if (!isApplied) continue;
      QVERIFY(waitForRevision(model, newestRevision(writer.list())));
      if (applied % 20 == 0) shadow.compareWithList();
      QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
    }
    shadow.compareWithList();
    QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
    qInfo("%d changesets applied, %d lines refused; %d comparisons", applied, refused, shadow.operationCount());
    QVERIFY(applied > 0);
  }

  void aSearchThatLeavesLittleAndThenAllIsOneBatchEach() {
    const QString path = newPath();
    RosterListModel list(path, "list", options(RosterListModel::Flat));
    QJsonArray edits;
    for (int item = 0; item < 20'000; ++item)
      edits.append(QJsonObject{
          {"do", "insert"}, {"model", QJsonObject{{"text", item % 3 == 0 ? "lunch" : "report"}, {"n", item}}}});
    QVERIFY(!list.change(QJsonDocument(edits).toJson()).isEmpty());
    RosterListModel *found = list.derive("found", R"({"search":{"in":["text"],"text":""}})");
    QVERIFY2(found, qPrintable(list.errorString()));
    QCOMPARE(found->rowCount(), 20'000);
    const QPersistentModelIndex kept = found->index(3 * 4'000, 0);
    QVERIFY(search(*found, "lun"));
    QCOMPARE(found->rowCount(), 6'667);
    QCOMPARE(kept.row(), 4'000);
    QVERIFY(search(*found, ""));
    QCOMPARE(found->rowCount(), 20'000);
    QCOMPARE(kept.row(), 12'000);
    for (int row = 0; row < 20'000; row += 7) QCOMPARE(found->index(row, 0).data(RosterListModel::MemberRole + 1).toInt(), row);
  }

  void ofTextsThatComeWhileASearchRunsTheLastOneCounts() {
    RosterListModel list(listOf({"abcab"}), "list", options(RosterListModel::Flat));
    RosterListModel *found = list.derive("found", R"({"search":{"in":["text"],"text":""}})");
    QVERIFY2(found, qPrintable(list.errorString()));
    QSignalSpy searched(found, &RosterListModel::searched);
    for (const char *text : {"a", "b", "c", "a"}) found->search(text);
    QVERIFY(searched.wait(30'000));
    QCOMPARE(texts(*found).join(""), "aa");
    found->search("b");
    // A model may be destroyed while it searches.
    delete found;
    QTest::qWait(50);
    QCOMPARE(searched.count(), 1);
  }

  // ---- Roles ----

  void rolesAreMembersOfTheModels() {
    const QString path = newPath();
    QVERIFY(Writer(path).change(
        R"([{"do":"insert","model":{"text":"a","author":{"name":"Bo"},"n":9007199254740993}},{"do":"insert","model":"plain"}])"));
    RosterListModel model(path, "list", {RosterListModel::Flat, {"text", "author.name", "n"}, ""});
    const QHash<int, QByteArray> names = model.roleNames();
    QCOMPARE(names.value(RosterListModel::MemberRole + 1), "author.name");
    QCOMPARE(names.value(RosterListModel::IdRole), "rosterId");
    QCOMPARE(names.value(Qt::DisplayRole), "display");
    const QModelIndex first = model.index(0, 0), second = model.index(1, 0);
    QCOMPARE(first.data(), "a");
    QCOMPARE(first.data(RosterListModel::MemberRole + 1), "Bo");
    QCOMPARE(first.data(RosterListModel::MemberRole + 2).toLongLong(), 9007199254740993);
    QVERIFY(!first.data(RosterListModel::MemberRole + 3).isValid());
    QVERIFY(!first.data(Qt::DecorationRole).isValid());
    QCOMPARE(second.data(), "plain");
    QCOMPARE(second.data(RosterListModel::JsonRole), "\"plain\"");
    QVERIFY(!second.data(RosterListModel::MemberRole + 1).isValid());
  }

  // ---- Edits ----

  void setDataChangesAMember_data() { addShapes(); }

  void setDataChangesAMember() {
    QFETCH(RosterListModel::Shape, shape);
    const QString path = listOf({"ab", "c"});
    RosterListModel model(path, "list", {shape, {"text", "author.name"}, ""});
    const QModelIndex parent = shape == RosterListModel::Flat ? QModelIndex() : model.index(0, 0);
    const QModelIndex index = model.index(1, 0, parent);
    QSignalSpy spy(&model, &QAbstractItemModel::dataChanged);
    QVERIFY(model.setData(index, "B"));
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy[0][0].toModelIndex(), index);
    QVERIFY(model.setData(index, "Bo", RosterListModel::MemberRole + 1));
    QCOMPARE(index.data(RosterListModel::JsonRole), R"({"author":{"name":"Bo"},"n":1,"text":"B"})");
    QVERIFY(model.setData(index, "[1]", RosterListModel::JsonRole));
    QCOMPARE(index.data(RosterListModel::JsonRole), "[1]");
    if (parent.isValid()) {
      QVERIFY(model.setData(parent, "first"));
      QCOMPARE(parent.data(), "first");
    }
    QVERIFY(model.undo());
    QVERIFY(model.redo());

    QSignalSpy failures(&model, &RosterListModel::failed);
    QVERIFY(!model.setData(index, "1,2", RosterListModel::JsonRole));
    QVERIFY(!model.setData(index, "x", RosterListModel::MemberRole));
    QVERIFY(!model.setData(index, "x", RosterListModel::MemberRole + 7));
    QVERIFY(!model.setData(QModelIndex(), "x"));
    QCOMPARE(failures.count(), 2);
    QCOMPARE(failures[0][0].toInt(), ROSTER_INVALID_JSON);
    QCOMPARE(failures[1][0].toInt(), ROSTER_INVALID_CHANGE);
  }

  void rowsAreRemovedAndMovedWhenTheFunctionReturns() {
    RosterListModel model(listOf({"abcd", "", "ef"}), "list", options(RosterListModel::Flat));
    Shadow shadow(model, RosterListModel::Flat);
    const QModelIndex none;
    QVERIFY(model.removeRows(1, 2));
    QCOMPARE(texts(model).join(""), "adef");
    QVERIFY(model.undo());
    QVERIFY(model.moveRows(none, 0, 2, none, 4));
    QCOMPARE(texts(model).join(""), "cdabef");
    QVERIFY(model.moveRows(none, 4, 2, none, 1));
    QCOMPARE(texts(model).join(""), "cefdab");
    QVERIFY(model.moveRows(none, 0, 1, none, 6));
    QCOMPARE(texts(model).join(""), "efdabc");
    QVERIFY(!model.moveRows(none, 1, 2, none, 2));
    QVERIFY(!model.moveRows(none, 1, 2, none, 7));
    QVERIFY(!model.moveRows(none, 5, 2, none, 0));
    QVERIFY(!model.removeRows(5, 2));
    QVERIFY(!model.removeRows(-1, 1));
    shadow.compareWithList();
    QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
  }

  void sectionsAreRowsThatCanBeMovedAndRemoved() {
    RosterListModel model(listOf({"ab", "", "cd"}), "list", options(RosterListModel::BySection));
    Shadow shadow(model, RosterListModel::BySection);
    const QModelIndex none;
    QVERIFY(model.moveRows(model.index(0, 0), 0, 2, model.index(1, 0), 0));
    QCOMPARE(texts(model, model.index(1, 0)).join(""), "ab");
    QVERIFY(model.moveRows(model.index(2, 0), 1, 1, model.index(1, 0), 2));
    QCOMPARE(texts(model, model.index(1, 0)).join(""), "abd");
    const QPersistentModelIndex kept = model.index(2, 0, model.index(1, 0));
    QVERIFY(model.moveRows(none, 1, 1, none, 0));
    QCOMPARE(texts(model), (QStringList{"", "ab", "cd"}));
    QCOMPARE(kept.parent().row(), 0);
    QCOMPARE(kept.data(), "d");
    QVERIFY(model.moveRows(none, 0, 2, none, 3));
    QCOMPARE(texts(model), (QStringList{"cd", "", "ab"}));
    QVERIFY(model.removeRows(0, 2));
    QVERIFY(!kept.isValid());
    QVERIFY(!model.moveRows(none, 0, 1, model.index(0, 0), 0));
    QVERIFY(!model.removeRows(0, 1, model.index(0, 0)));
    shadow.compareWithList();
    QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
  }

  void aDropMovesItemsByOneChange() {
    RosterListModel model(listOf({"abcdef"}), "list", options(RosterListModel::Flat));
    const std::unique_ptr<QMimeData> data(model.mimeData({model.index(4, 0), model.index(1, 0)}));
    QVERIFY(model.canDropMimeData(data.get(), Qt::MoveAction, 0, 0, QModelIndex()));
    QVERIFY(!model.canDropMimeData(data.get(), Qt::CopyAction, 0, 0, QModelIndex()));
    const qint64 revision = model.revision();
    QSignalSpy moves(&model, &QAbstractItemModel::rowsMoved);
    QVERIFY(!model.dropMimeData(data.get(), Qt::MoveAction, 0, 0, QModelIndex()));
    QCOMPARE(texts(model).join(""), "beacdf");
    QCOMPARE(model.revision(), revision + 1);
    QVERIFY(moves.count() > 0);
    model.dropMimeData(data.get(), Qt::MoveAction, 1, 0, QModelIndex());
    QCOMPARE(texts(model).join(""), "beacdf");
    model.dropMimeData(data.get(), Qt::MoveAction, -1, -1, QModelIndex());
    QCOMPARE(texts(model).join(""), "acdfbe");

    RosterListModel other(listOf({"x"}), "list", options(RosterListModel::Flat));
    QVERIFY(!other.canDropMimeData(data.get(), Qt::MoveAction, 0, 0, QModelIndex()));
    QVERIFY(!other.dropMimeData(data.get(), Qt::MoveAction, 0, 0, QModelIndex()));
    QCOMPARE(texts(other).join(""), "x");
  }

  void aDropGoesIntoASection() {
    RosterListModel model(listOf({"abc", ""}), "list", options(RosterListModel::BySection));
    const QModelIndex first = model.index(0, 0), second = model.index(1, 0);
    const std::unique_ptr<QMimeData> data(
        model.mimeData({model.index(2, 0, first), model.index(0, 0, first), second}));
    QVERIFY(!model.canDropMimeData(data.get(), Qt::MoveAction, 0, 0, QModelIndex()));
    model.dropMimeData(data.get(), Qt::MoveAction, -1, -1, second);
    QCOMPARE(texts(model, first).join(""), "b");
    QCOMPARE(texts(model, second).join(""), "ac");
    QVERIFY(model.undo());
    QCOMPARE(texts(model, first).join(""), "abc");
  }

  void editsOfADerivedListChangeItsSource() {
    RosterListModel list(listOf({"abc"}), "list", options(RosterListModel::Flat));
    RosterListModel *sorted = list.derive("sorted", R"({"sorted":[{"by":"text","descending":true}]})");
    QVERIFY2(sorted, qPrintable(list.errorString()));
    QCOMPARE(texts(*sorted).join(""), "cba");
    QVERIFY(sorted->setData(sorted->index(2, 0), "z"));
    QCOMPARE(texts(*sorted).join(""), "zcb");
    QVERIFY(sorted->removeRow(1));
    QCOMPARE(texts(*sorted).join(""), "zb");
    QTRY_COMPARE_WITH_TIMEOUT(texts(list).join(""), "zb", 30'000);
    QVERIFY(sorted->undo());
    QCOMPARE(texts(*sorted).join(""), "zcb");
    QVERIFY(!sorted->flags(sorted->index(0, 0)).testFlag(Qt::ItemIsDragEnabled));
    QVERIFY(!sorted->moveRow(QModelIndex(), 0, QModelIndex(), 2));

    RosterListModel *filtered = list.derive("filtered", R"({"where":{"member":"text","isNot":"b"}})");
    QCOMPARE(texts(*filtered).join(""), "zc");
    QVERIFY(filtered->moveRow(QModelIndex(), 0, QModelIndex(), 2));
    QCOMPARE(texts(*filtered).join(""), "cz");

    RosterListModel *days = filtered->derive("days", R"({"sections":"text"})", RosterListModel::BySection);
    QVERIFY2(days, qPrintable(filtered->errorString()));
    QCOMPARE(texts(*days), (QStringList{"c", "z"}));
    QVERIFY(!days->removeRow(0));
    QVERIFY(!days->setData(days->index(0, 0), "y"));
    QVERIFY(days->setData(days->index(0, 0, days->index(0, 0)), "zz"));
    QCOMPARE(texts(*days), (QStringList{"z", "zz"}));
  }

  void aSlotMayChangeTheListButNoRows() {
    RosterListModel model(listOf({"a"}), "list", options(RosterListModel::Flat));
    Shadow shadow(model, RosterListModel::Flat);
    bool isChanged = false, isRemoved = true;
    connect(&model, &QAbstractItemModel::rowsInserted, this, [&] {
      if (model.rowCount() > 2) return;
      isChanged = !model.change(R"([{"do":"insert","model":{"text":"c"}}])").isEmpty();
      isRemoved = model.removeRow(0);
    });
    QVERIFY(!model.change(R"([{"do":"insert","model":{"text":"b"}}])").isEmpty());
    QVERIFY(isChanged);
    QVERIFY(!isRemoved);
    QTRY_COMPARE_WITH_TIMEOUT(texts(model).join(""), "abc", 30'000);
    QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
  }

  void anEventLoopInASlotShowsNoOtherBatch() {
    const QString path = listOf({"a"});
    RosterListModel model(path, "list", options(RosterListModel::Flat));
    Shadow shadow(model, RosterListModel::Flat);
    Writer writer(path);
    int countInside = 0;
    connect(&model, &QAbstractItemModel::rowsInserted, this, [&] {
      if (countInside > 0) return;
      countInside = model.rowCount();
      writer.change(R"([{"do":"insert","model":{"text":"c"}}])");
      QTest::qWait(200);
      countInside = model.rowCount() - countInside + 1;
    });
    QVERIFY(writer.change(R"([{"do":"insert","model":{"text":"b"}},{"do":"remove","item":{"at":[0,0]}}])"));
    QTRY_COMPARE_WITH_TIMEOUT(texts(model).join(""), "bc", 30'000);
    QCOMPARE(countInside, 1);
    QVERIFY2(shadow.finding().isEmpty(), qPrintable(shadow.finding()));
  }

  // ---- Errors ----

  void aListThatCannotBeOpenedIsAnEmptyModel() {
    RosterListModel model(m_folder.filePath("none/list.sqlite"), "list", options(RosterListModel::Flat));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QVERIFY(!model.isOpen());
    QVERIFY(model.errorString().contains("does not exist"));
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(model.change("[]").isEmpty());
    QVERIFY(!model.undo());
    QVERIFY(!model.removeRow(0));
    QVERIFY(!model.derive("derived", "{}"));
    QVERIFY(!model.indexOfItem(1).isValid());
  }

  void anInvalidEditChangesNothingAndSaysWhy() {
    RosterListModel model(listOf({"a"}), "list", options(RosterListModel::Flat));
    QSignalSpy failures(&model, &RosterListModel::failed);
    QVERIFY(model.change("nonsense").isEmpty());
    QVERIFY(model.change(R"([{"do":"insert","model":1},{"do":"remove","item":{"at":[0,9]}}])").isEmpty());
    QVERIFY(!model.derive("derived", R"({"wrong":1})"));
    QVERIFY(!model.redo());
    QCOMPARE(failures.count(), 4);
    QCOMPARE(failures[0][0].toInt(), ROSTER_INVALID_JSON);
    QCOMPARE(failures[1][0].toInt(), ROSTER_NO_SUCH_ITEM);
    QVERIFY(failures[1][1].toString().contains("edits[1]"));
    QCOMPARE(failures[3][0].toInt(), ROSTER_NOTHING_TO_REDO);
    // A list that is not derived has no search, as the other thread finds.
    model.search("x");
    QTRY_COMPARE_WITH_TIMEOUT(failures.count(), 5, 30'000);
    QCOMPARE(failures[4][0].toInt(), ROSTER_INVALID_ARGUMENT);
    QCOMPARE(texts(model).join(""), "a");
  }

  void aClosedListStaysAsItIs() {
    RosterListModel model(listOf({"ab"}), "list", options(RosterListModel::Flat));
    QSignalSpy failures(&model, &RosterListModel::failed);
    QCOMPARE(roster_close(model.list()), ROSTER_OK);
    QTRY_COMPARE_WITH_TIMEOUT(failures.count(), 1, 30'000);
    QCOMPARE(failures[0][0].toInt(), ROSTER_CLOSED);
    QVERIFY(!model.isOpen());
    QCOMPARE(texts(model).join(""), "ab");
    QVERIFY(!model.removeRow(0));
    QCOMPARE(failures.count(), 2);
  }

  void indexesOfOtherTimesHaveNoData() {
    RosterListModel model(listOf({"ab", "c"}), "list", options(RosterListModel::BySection));
    const QModelIndex item = model.index(1, 0, model.index(0, 0)), section = model.index(1, 0);
    QVERIFY(model.removeRows(0, 1));
    QVERIFY(!item.data().isValid());
    QVERIFY(!item.parent().isValid());
    QVERIFY(!section.data().isValid());
    QCOMPARE(model.rowCount(section), 0);
    QVERIFY(!model.setData(item, "x"));
    QVERIFY(!model.index(0, 1).isValid());
    QVERIFY(!model.index(5, 0, model.index(0, 0)).isValid());
  }

  void aModelIsDestroyedBeforeThoseThatAreDerivedFromIt() {
    const QString path = listOf({"ab"});
    auto list = std::make_unique<RosterListModel>(path, "list", options(RosterListModel::Flat));
    RosterListModel *derived = list->derive("derived", R"({"sorted":["text"]})");
    derived->setParent(nullptr);
    list.reset();
    QCOMPARE(texts(*derived).join(""), "ab");
    QVERIFY(derived->setData(derived->index(0, 0), "c"));
    QCOMPARE(texts(*derived).join(""), "bc");
    delete derived;
  }
};

// Writes random changes beside the tests.
static int write(const QStringList &arguments) {
  Writer writer(arguments[2]);
  QRandomGenerator random(arguments[3].toUInt());
  int made = 0;
  for (int change = 0; change < arguments[4].toInt(); ++change) {
    const QByteArray edits = randomEdits(random, writer.list());
    // The tests may have removed what an edit names.
    if (roster_change(writer.list(), textOf(edits), roster_text_of(""), nullptr) == ROSTER_OK) ++made;
  }
  return made > 0 ? 0 : 1;
}

int main(int count, char **values) {
  QCoreApplication application(count, values);
  QStringList arguments = application.arguments();
  if (arguments.size() == 5 && arguments[1] == "--write") return write(arguments);
  const qsizetype place = arguments.indexOf("--logs");
  if (place >= 0) {
    logs = arguments.mid(place + 1);
    arguments = arguments.mid(0, place);
  }
  ListModelTests tests;
  return QTest::qExec(&tests, arguments);
}

#include "ListModelTests.moc"
