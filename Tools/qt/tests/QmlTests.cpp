// Tests of the model under a ListView of QML: Inbox.qml, as a person sees and clicks it.
//
//   QmlTests [ARGUMENTS OF QTEST]    ROSTER_QT_PICTURE=FILE saves what the window shows

#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QQuickItem>
#include <QQuickView>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "RosterListModel.h"

class QmlTests : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  std::unique_ptr<RosterListModel> m_inbox;
  RosterListModel *m_days = nullptr;
  RosterListModel *m_found = nullptr;
  std::unique_ptr<QQuickView> m_window;

  static QJsonObject message(const QString &subject, const QString &day, int date) {
    return {{"subject", subject}, {"from", "Ada"}, {"day", day}, {"date", date}, {"is_read", false}};
  }

  bool change(const QJsonArray &edits) {
    return !m_inbox->change(QString::fromUtf8(QJsonDocument(edits).toJson())).isEmpty();
  }

  // Shows what is committed in all three models, and lays the rows out.
  bool isShown() {
    for (RosterListModel *model : {m_days, m_found})
      if (roster_list_bring_up_to_date(model->list()) != ROSTER_OK) return false;
    const auto newest = [](RosterListModel *model) {
      roster_snapshot snapshot;
      roster_counts counts = {-1, 0, 0};
      if (roster_snapshot_open(model->list(), -1, &snapshot) != ROSTER_OK) return qint64(-1);
      roster_snapshot_counts(snapshot, &counts);
      roster_close(snapshot);
      return qint64(counts.revision);
    };
    const bool isNewest = QTest::qWaitFor(
        [&] { return m_days->revision() == newest(m_days) && m_found->revision() == newest(m_found); }, 30'000);
    QMetaObject::invokeMethod(list(), "forceLayout");
    return isNewest;
  }

  QQuickItem *list() const { return m_window->rootObject()->property("list").value<QQuickItem *>(); }

  // The row at an index, which is null if the view has not made it.
  QQuickItem *row(int index) const {
    QQuickItem *found = nullptr;
    QMetaObject::invokeMethod(list(), "itemAtIndex", Q_RETURN_ARG(QQuickItem *, found), Q_ARG(int, index));
    return found;
  }

  static QString textOf(const QQuickItem *item, const char *property) {
    return item ? item->property(property).toString() : QStringLiteral("no row");
  }

  // What stands in the window from top to bottom: "§" before the headings, "…" where a row is still animated.
  QStringList shown() const {
    QList<QQuickItem *> rows;
    const QList<QQuickItem *> items = list()->property("contentItem").value<QQuickItem *>()->childItems();
    for (QQuickItem *item : items)
      if (item->isVisible() && item->property("rosterId").isValid()) rows.append(item);
    std::sort(rows.begin(), rows.end(), [](auto *left, auto *right) { return left->y() < right->y(); });
    QStringList lines;
    double end = rows.isEmpty() ? 0 : rows.first()->y();
    for (const QQuickItem *row : rows) {
      const QString heading = row->property("heading").toString();
      if (!heading.isEmpty()) lines.append("§" + heading);
      const bool isAtRest = row->y() == end && row->opacity() == 1;
      lines.append(row->property("subject").toString() + (isAtRest ? "" : "…"));
      end = row->y() + row->height();
    }
    return lines;
  }

  // Waits for animations, which end where the rows belong.
  bool shows(const QStringList &expected) {
    const bool is = QTest::qWaitFor([&] { return shown() == expected; }, 10'000);
    if (!is) qWarning() << "shown" << shown() << "and not" << expected;
    return is;
  }

private slots:
  void initTestCase() {
    m_inbox = std::make_unique<RosterListModel>(
        m_folder.filePath("inbox.sqlite"), "inbox",
        RosterListModel::Options{RosterListModel::Flat, {"day", "subject", "from", "is_read"}, ""});
    QVERIFY2(m_inbox->isOpen(), qPrintable(m_inbox->errorString()));
    QVERIFY(change(
        {QJsonObject{{"do", "insert"}, {"model", message("one", "Monday", 1)}},
         QJsonObject{{"do", "insert"}, {"model", message("two", "Monday", 2)}},
         QJsonObject{{"do", "insert"}, {"model", message("three", "Sunday", 3)}}}));
    m_days = m_inbox->derive("days", R"({"sections":"day","sorted":["date"]})");
    m_found = m_inbox->derive("found", R"({"search":{"in":["subject"],"text":""}})");
    QVERIFY(m_days && m_found);
    m_window = std::make_unique<QQuickView>();
    m_window->setInitialProperties(
        {{"inbox", QVariant::fromValue<QObject *>(m_inbox.get())},
         {"days", QVariant::fromValue<QObject *>(m_days)},
         {"found", QVariant::fromValue<QObject *>(m_found)}});
    m_window->setSource(QUrl::fromLocalFile(QStringLiteral(ROSTER_QML)));
    QVERIFY2(m_window->status() == QQuickView::Ready, "Inbox.qml does not load");
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
  }

  void rowsStandUnderTheHeadingsOfTheirSections() {
    QVERIFY(isShown());
    QVERIFY(shows({"§Monday", "one", "two", "§Sunday", "three"}));
  }

  void insertionsRemovalsAndUpdatesKeepTheOtherRows() {
    QQuickItem *const two = row(1);
    const int id = two->property("rosterId").toInt();
    QSignalSpy destroyed(two, &QObject::destroyed);
    QVERIFY(change({QJsonObject{{"do", "insert"}, {"model", message("zero", "Monday", 0)}, {"at", QJsonArray{0, 0}}}}));
    QVERIFY(isShown());
    QVERIFY(shows({"§Monday", "zero", "one", "two", "§Sunday", "three"}));
    QCOMPARE(row(2), two);
    QVERIFY(change({QJsonObject{{"do", "update"}, {"item", id}, {"model", message("2", "Monday", 2)}}}));
    QVERIFY(isShown());
    QVERIFY(shows({"§Monday", "zero", "one", "2", "§Sunday", "three"}));
    QCOMPARE(row(2), two);
    QCOMPARE(destroyed.count(), 0);
  }

  void aRowThatChangesItsSectionStandsUnderAnotherHeading() {
    // The last one of Monday to the start of Sunday: it stays in its row.
    QQuickItem *const two = row(2);
    const int id = two->property("rosterId").toInt();
    QVERIFY(change({QJsonObject{{"do", "update"}, {"item", id}, {"model", message("2", "Sunday", 2)}}}));
    QVERIFY(isShown());
    QVERIFY(shows({"§Monday", "zero", "one", "§Sunday", "2", "three"}));
    QCOMPARE(row(2), two);
    // To the end, past another row.
    QVERIFY(change({QJsonObject{{"do", "update"}, {"item", id}, {"model", message("2", "Sunday", 9)}}}));
    QVERIFY(isShown());
    QVERIFY(shows({"§Monday", "zero", "one", "§Sunday", "three", "2"}));
    QCOMPARE(row(3), two);
    QVERIFY(m_inbox->undo() && m_inbox->undo());
    QVERIFY(isShown());
    QVERIFY(shows({"§Monday", "zero", "one", "2", "§Sunday", "three"}));
  }

  void aClickEditsTheListAndASecondOneRemoves() {
    const QPoint first(100, 40 + 30 + 26);
    QTest::mouseClick(m_window.get(), Qt::LeftButton, Qt::NoModifier, first);
    const QModelIndex index = m_inbox->index(0, 0);
    const int isRead = m_inbox->roleNames().key("is_read");
    QCOMPARE(index.data(isRead).toBool(), true);
    QVERIFY(isShown());
    QTest::mouseClick(m_window.get(), Qt::RightButton, Qt::NoModifier, first);
    QVERIFY(isShown());
    QVERIFY(shows({"§Monday", "one", "2", "§Sunday", "three"}));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(isShown());
    QVERIFY(shows({"§Monday", "zero", "one", "2", "§Sunday", "three"}));
    const QString picture = qEnvironmentVariable("ROSTER_QT_PICTURE");
    if (!picture.isEmpty()) QVERIFY(m_window->grabWindow().save(picture));
  }

  void aSearchShowsWhatIsTyped() {
    for (const char letter : {'t', 'h'}) QTest::keyClick(m_window.get(), letter);
    QVERIFY(shows({"three"}));
    for (int letter = 0; letter < 2; ++letter) QTest::keyClick(m_window.get(), Qt::Key_Backspace);
    QVERIFY(shows({"§Monday", "zero", "one", "2", "§Sunday", "three"}));
  }

  void cleanupTestCase() {
    m_window.reset();
    m_inbox.reset();
  }
};

QTEST_MAIN(QmlTests)
#include "QmlTests.moc"
