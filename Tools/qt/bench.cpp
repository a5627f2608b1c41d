// Measures how long one change keeps the thread of a view busy, with the models that Qt has beside it.
//
//   ListModelBench [--rows N] [--json]

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStringListModel>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <functional>

#include "RosterListModel.h"

namespace {

constexpr int repetitions = 15;
constexpr double goal = 2;
constexpr char unread[] = R"({"where":{"member":"read","is":false},"sorted":["date"]})";

// Adds up the time in which notifiers of sockets are served: from the readable descriptor to the last end…Rows().
class Application : public QCoreApplication {
public:
  using QCoreApplication::QCoreApplication;

  bool notify(QObject *receiver, QEvent *event) override {
    if (event->type() != QEvent::SockAct) return QCoreApplication::notify(receiver, event);
    QElapsedTimer timer;
    timer.start();
    const bool isHandled = QCoreApplication::notify(receiver, event);
    nanoseconds += timer.nsecsElapsed();
    return isHandled;
  }

  qint64 nanoseconds = 0;
};

struct Message {
  int date;
  bool isRead;

  QString subject() const {
    return QStringLiteral("%1 %2").arg(date, 9, 10, QChar('0')).arg(isRead ? "read" : "unread");
  }
  QJsonObject model() const { return {{"date", date}, {"read", isRead}, {"subject", subject()}}; }
};

Message messageAt(int index) { return {int((qint64(index) * 7'919) % 1'000'003), index % 2 == 0}; }

// What each model does: the same changes, of a row in the middle.
struct Changes {
  std::function<double(Message)> insert;
  std::function<double(Message)> update;
  std::function<double()> remove;
};

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

double median(const std::function<double()> &measured) {
  std::vector<double> times;
  for (int repetition = 0; repetition < repetitions; ++repetition) times.push_back(measured());
  return median(std::move(times));
}

double milliseconds(const std::function<void()> &work) {
  QElapsedTimer timer;
  timer.start();
  work();
  return double(timer.nsecsElapsed()) / 1e6;
}

struct Times {
  double open, insert, sorted, filtered, remove;
  // From the beginning of a change to its last row, with what other threads do; 0 if there are none.
  double shown;
};

Times measure(double open, const Changes &changes) {
  int count = 0;
  Times times{};
  times.open = open;
  times.insert = median([&] { return changes.insert({++count * 61'001 % 1'000'003, false}); });
  // Another place in the order, and out of the filter or into it.
  times.sorted = median([&] { return changes.update({++count * 61'001 % 1'000'003, false}); });
  times.filtered = median([&] { return changes.update({500'000, ++count % 2 == 0}); });
  times.remove = median([&] { return changes.remove(); });
  return times;
}

// ---- Roster ----

void require(bool isDone, const QString &error) {
  if (!isDone) qFatal("%s", qPrintable(error));
}

void fill(RosterListModel &model, int rows) {
  constexpr int portion = 20'000;
  for (int start = 0; start < rows; start += portion) {
    QJsonArray edits;
    for (int index = start; index < std::min(rows, start + portion); ++index)
      edits.append(QJsonObject{{"do", "insert"}, {"model", messageAt(index).model()}});
    require(!model.change(QJsonDocument(edits).toJson()).isEmpty(), model.errorString());
  }
}

// Another opening of the list writes, as another process would.
Times measureRoster(Application &application, const QString &path, int rows, bool isDerived) {
  RosterListModel writer(path, "list", {RosterListModel::Flat, {"subject"}, ""});
  require(writer.isOpen(), writer.errorString());
  std::unique_ptr<RosterListModel> list;
  RosterListModel *model = nullptr;
  const double open = milliseconds([&] {
    const RosterListModelOptions options{RosterListModel::Flat, {"subject"}, ""};
    list = std::make_unique<RosterListModel>(path, "list", options);
    model = isDerived ? list->derive("unread", unread) : list.get();
    require(model, list->errorString());
  });
  QJsonArray inserted;
  std::vector<double> shown;
  const auto change = [&](const QJsonObject &edit) {
    const qint64 revision = model->revision();
    QElapsedTimer timer;
    timer.start();
    application.nanoseconds = 0;
    const QString result = writer.change(QJsonDocument(QJsonArray{edit}).toJson());
    require(!result.isEmpty(), writer.errorString());
    inserted.append(QJsonDocument::fromJson(result.toUtf8())["ids"][0]);
    while (model->revision() == revision || list->revision() < writer.revision())
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    shown.push_back(double(timer.nsecsElapsed()) / 1e6);
    return double(application.nanoseconds) / 1e6;
  };
  const QModelIndex middle = writer.index(rows / 2 + 1, 0);
  const qint64 id = middle.data(RosterListModel::IdRole).toLongLong();
  Times times = measure(
      open,
      {[&](Message message) {
         return change({{"do", "insert"}, {"model", message.model()}, {"before", id}});
       },
       [&](Message message) {
         return change({{"do", "update"}, {"item", id}, {"model", message.model()}});
       },
       [&] { return change({{"do", "remove"}, {"item", inserted.takeAt(0)}}); }});
  times.shown = median(std::move(shown));
  return times;
}

// ---- Qt ----

void filterAndSort(QSortFilterProxyModel &proxy, QAbstractItemModel &model) {
  proxy.setFilterFixedString("unread");
  proxy.setSourceModel(&model);
  proxy.sort(0);
}

Times measureStandardItems(int rows) {
  const auto item = [](Message message) { return new QStandardItem(message.subject()); };
  QStandardItemModel model;
  QSortFilterProxyModel proxy;
  const double open = milliseconds([&] {
    QList<QStandardItem *> items;
    for (int index = 0; index < rows; ++index) items.append(item(messageAt(index)));
    model.invisibleRootItem()->appendRows(items);
    filterAndSort(proxy, model);
  });
  const int middle = rows / 2 + 1;
  return measure(
      open, {[&](Message message) { return milliseconds([&] { model.insertRow(middle, item(message)); }); },
             [&](Message message) { return milliseconds([&] { model.item(middle)->setText(message.subject()); }); },
             [&] { return milliseconds([&] { model.removeRow(middle); }); }});
}

Times measureStrings(int rows) {
  QStringListModel model;
  QSortFilterProxyModel proxy;
  const double open = milliseconds([&] {
    QStringList strings;
    for (int index = 0; index < rows; ++index) strings.append(messageAt(index).subject());
    model.setStringList(strings);
    filterAndSort(proxy, model);
  });
  const int middle = rows / 2 + 1;
  const auto set = [&](Message message) { model.setData(model.index(middle, 0), message.subject()); };
  return measure(
      open, {[&](Message message) {
               return milliseconds([&] {
                 model.insertRow(middle);
                 set(message);
               });
             },
             [&](Message message) { return milliseconds([&] { set(message); }); },
             [&] { return milliseconds([&] { model.removeRow(middle); }); }});
}

}  // namespace

int main(int count, char **values) {
  Application application(count, values);
  QCommandLineParser parser;
  parser.addHelpOption();
  parser.addOptions({{"rows", "The number of rows.", "N", "1000000"}, {"json", "Prints JSON."}});
  parser.process(application);
  const int rows = parser.value("rows").toInt();
  require(rows >= 100, "a list has at least 100 rows");

  const QTemporaryDir folder;
  const QString path = folder.filePath("list.sqlite");
  {
    RosterListModel model(path, "list", {RosterListModel::Flat, {"subject"}, ""});
    require(model.isOpen(), model.errorString());
    fill(model, rows);
    require(model.derive("unread", unread), model.errorString());
  }
  const QList<QPair<QString, Times>> results = {
      {"RosterListModel", measureRoster(application, path, rows, false)},
      {"RosterListModel, filtered and sorted", measureRoster(application, path, rows, true)},
      {"QStringListModel, filtered and sorted", measureStrings(rows)},
      {"QStandardItemModel, filtered and sorted", measureStandardItems(rows)}};

  const auto worst = [](const Times &times) {
    return std::max({times.insert, times.sorted, times.filtered, times.remove});
  };
  const Times &derived = results[1].second;
  bool isReached = worst(results[0].second) <= goal && worst(derived) <= goal;
  if (parser.isSet("json")) {
    QJsonArray lines;
    for (const auto &[name, times] : results)
      lines.append(QJsonObject{
          {"model", name}, {"openMs", times.open}, {"insertMs", times.insert}, {"sortedMs", times.sorted},
          {"filteredMs", times.filtered}, {"removeMs", times.remove}, {"shownMs", times.shown},
          {"ratio", worst(times) / worst(derived)}});
    const QJsonObject all{{"rows", rows}, {"goalMs", goal}, {"isReached", isReached}, {"models", lines}};
    std::puts(QJsonDocument(all).toJson().constData());
  } else {
    std::printf("One change of %d rows, in ms of the view's thread (the median of %d)\n\n", rows, repetitions);
    std::printf(
        "%-40s %9s %9s %9s %9s %9s %9s\n", "", "open", "insert", "re-sort", "re-filter", "remove", "worst");
    for (const auto &[name, times] : results)
      std::printf(
          "%-40s %9.0f %9.3f %9.3f %9.3f %9.3f %8.1f×\n", qPrintable(name), times.open, times.insert, times.sorted,
          times.filtered, times.remove, worst(times) / worst(derived));
    std::printf(
        "\nFrom the beginning of a change by another opening to the last row, with the commit and the library's threads: "
        "%.1f ms, and %.1f ms filtered and sorted\n",
        results[0].second.shown, derived.shown);
    std::printf("\nThe goal is at most %.0f ms: %s\n", goal, isReached ? "reached" : "not reached");
  }
  return isReached ? 0 : 1;
}
