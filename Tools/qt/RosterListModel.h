#ifndef ROSTER_LIST_MODEL_H
#define ROSTER_LIST_MODEL_H

#include <QAbstractItemModel>
#include <QCache>
#include <QFutureWatcher>
#include <QHash>
#include <QJsonArray>
#include <QJsonValue>
#include <QSocketNotifier>
#include <QStringList>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "RosterRuns.h"
#include "roster.h"

struct RosterListModelOptions;

// A list of Roster as a model of Qt. It follows what any process writes, by single insertions, removals, moves and
// updates, and is never reset.
//
//     RosterListModel model("inbox.sqlite", "inbox", {RosterListModel::Flat, {"subject", "sender.name"}, ""});
//     view.setModel(&model);
//
// It shows a snapshot, so what it answers stays as it is until the thread of the model takes the next batch, in its
// event loop. All functions are called on that thread.
//
// An edit is committed when its function returns, and shown as well. Inside of a slot of the model's own signals, it is
// shown after the batch that is being shown; rows cannot be removed and moved there, since Qt asks that they are when
// the function returns.
class RosterListModel : public QAbstractItemModel {
  Q_OBJECT
  Q_PROPERTY(QString errorString READ errorString NOTIFY failed)

public:
  enum Shape {
    // Each item is a row, counted through all sections.
    Flat,
    // Each section is a row, and its items are its children.
    BySection
  };
  Q_ENUM(Shape)

  enum Role {
    // The id of the item, or of the section.
    IdRole = Qt::UserRole,
    // The whole model as JSON.
    JsonRole,
    // The heading above a row: in the first row of a section, what the section shows; in others nothing.
    HeadingRole,
    // The first member that the options name; the others follow.
    MemberRole
  };
  Q_ENUM(Role)

  using Options = RosterListModelOptions;

  // Opens a list of a file. If it cannot be opened, the model is empty and `errorString()` says why.
  RosterListModel(
      const QString &path, const QString &name, const Options &options, QObject *parent = nullptr);
  ~RosterListModel() override;

  bool isOpen() const { return m_subscription.number != 0; }
  // Returns why the last call failed; empty if none has.
  QString errorString() const { return m_errorString; }
  // Returns the revision that is shown.
  qint64 revision() const { return m_revision; }
  // Returns the handle of the list, which belongs to the model, for the rest of the C interface.
  roster_list list() const;

  // Returns the row of an item; none if the model does not show the item, and inside of a slot of the model's signals.
  Q_INVOKABLE QModelIndex indexOfItem(qint64 id) const;

  // Changes the list by edits as roster_change() takes them, and returns {"revision":13,"ids":[24,null]}; an empty text
  // if it fails. For a derived list, this changes its source.
  Q_INVOKABLE QString change(const QString &edits, const QString &annotation = QString());
  Q_INVOKABLE bool undo();
  Q_INVOKABLE bool redo();

  // Opens a list derived from this one (roster_list_derive()). Its parent is this model. Null if it fails.
  Q_INVOKABLE RosterListModel *derive(
      const QString &name, const QString &definition, RosterListModel::Shape shape = Flat);
  // Searches a derived list for another text, on another thread: in a million rows, the first letters take their time.
  // Of texts that come meanwhile, the last one is searched for.
  Q_INVOKABLE void search(const QString &text);

  QModelIndex index(int row, int column, const QModelIndex &parent = QModelIndex()) const override;
  QModelIndex parent(const QModelIndex &index) const override;
  using QObject::parent;
  int rowCount(const QModelIndex &parent = QModelIndex()) const override;
  int columnCount(const QModelIndex &parent = QModelIndex()) const override;
  QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
  QHash<int, QByteArray> roleNames() const override;
  Qt::ItemFlags flags(const QModelIndex &index) const override;

  bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
  bool removeRows(int row, int count, const QModelIndex &parent = QModelIndex()) override;
  bool moveRows(
      const QModelIndex &sourceParent, int sourceRow, int count, const QModelIndex &targetParent,
      int targetRow) override;

  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData *mimeData(const QModelIndexList &indexes) const override;
  bool canDropMimeData(
      const QMimeData *data, Qt::DropAction action, int row, int column,
      const QModelIndex &parent) const override;
  // Moves the items that are dropped, by one change. It returns false: to a view, true means a copy, of which it
  // removes the original.
  bool dropMimeData(
      const QMimeData *data, Qt::DropAction action, int row, int column,
      const QModelIndex &parent) override;

signals:
  // A call failed, or the list has ended.
  //
  // code  A roster_code.
  void failed(int code, const QString &message) const;
  // What the last search() asked for is shown.
  void searched();

private:
  // Closes a handle of the library at its end.
  struct Handle {
    Handle() = default;
    explicit Handle(roster_handle number) : number(number) {}
    Handle(Handle &&other) noexcept : number(std::exchange(other.number, 0)) {}
    Handle &operator=(Handle &&other) noexcept {
      std::swap(number, other.number);
      return *this;
    }
    ~Handle() {
      if (number != 0) roster_close(number);
    }

    roster_handle number = 0;
  };

  // A list, which is closed before the one that it is derived from.
  struct OpenedList {
    std::shared_ptr<OpenedList> source;
    Handle handle;
    // A sorted list has the order of its models, which no move changes.
    bool hasOwnOrder = false;
    // Its sections are not those of the list that edits change.
    bool hasOwnSections = false;
  };

  struct Section {
    qint64 id;
    int count;
    // Where its model is, and its items while `runs` is empty.
    bool isTarget;
    int origin;
    RosterRuns runs;
  };

  // Where an item is read, or the model of a section.
  struct Place {
    static constexpr int noItem = -1;
    bool isTarget;
    int section;
    int item;
  };

  struct Read {
    QByteArray json;
    QJsonValue model;
  };

  RosterListModel(
      std::shared_ptr<OpenedList> list, Shape shape, const QList<QStringList> &members, QObject *parent);
  void open();
  void pull();
  bool end();

  bool show(roster_batch batch);
  std::optional<std::vector<Section>> insertedSections(
      const std::vector<roster_operation> &operations) const;
  void apply(const roster_operation &operation, std::vector<Section>::const_iterator &inserted);
  void removeItems(int section, int start, int count);
  void removeSections(int start, int count);
  void insertSections(int start, int count, std::vector<Section>::const_iterator sections);
  void moveSection(int source, int target);
  void insertItems(int section, int start, int count);
  void moveItem(int section, int start, int targetSection, int target);
  void updateItems(int section, int start, int count);
  void updateSection(int section);
  void headingChanged(int section, int item);

  RosterRuns &runs(int section);
  RosterRun runAt(int section, int item) const;
  void addToCount(int section, int count);
  void sectionsChanged(int first);

  int startOf(int section) const;
  int sectionAtRow(int row) const;
  int sectionOfId(qint64 id) const;
  int rowOf(int section, int item) const;
  QModelIndex parentOf(int section) const;

  bool isSection(const QModelIndex &index) const;
  std::optional<Place> placeOf(const QModelIndex &index) const;
  std::optional<Place> headingPlaceOf(const QModelIndex &index) const;
  roster_snapshot snapshotOf(const Place &place) const;
  std::optional<qint64> idAt(const Place &place) const;
  std::optional<Read> read(const Place &place) const;
  QVariant displayed(const Place &place) const;
  const QStringList *memberOfRole(int role) const;

  roster_list editedList() const;
  bool commit(const QJsonArray &edits);
  bool showNewest();
  void startSearch(const QString &text);
  void endSearch();
  void endShowing();
  bool mayChangeRows() const;
  bool mayMoveItems() const;
  std::optional<QList<qint64>> idsOfRows(int row, int count, const QModelIndex &parent) const;
  bool moveItems(const QList<qint64> &ids, const QModelIndex &parent, int row);

  bool check(roster_code code) const;
  bool fail(roster_code code, const QString &message) const;

  const Shape m_shape;
  const QList<QStringList> m_members;
  std::shared_ptr<OpenedList> m_list;
  Handle m_subscription;
  std::unique_ptr<QSocketNotifier> m_notifier;

  // What is shown, and while a batch is shown the list behind it.
  Handle m_source;
  Handle m_target;
  qint64 m_revision = 0;
  qint64 m_targetRevision = 0;
  bool m_isShowing = false;

  std::vector<Section> m_sections;
  int m_itemCount = 0;
  // The rows before each section in the flat shape, of which the first few are known.
  mutable std::vector<int> m_starts;
  mutable std::size_t m_knownStarts = 0;
  mutable QHash<qint64, int> m_sectionsById;

  QFutureWatcher<QPair<roster_code, QString>> m_search;
  bool m_isSearching = false;
  // Whether what was found is shown when the batch is that is being shown.
  bool m_hasFound = false;
  std::optional<QString> m_nextSearch;

  mutable QCache<QPair<qint64, qint64>, Read> m_models;
  mutable QString m_errorString;
};

// How a list is shown.
struct RosterListModelOptions {
  RosterListModel::Shape shape = RosterListModel::Flat;
  // The members of models that have roles, "author.id" say. Qt::DisplayRole is the first one; a model that is no object
  // is shown as it is.
  QStringList members;
  // The member that is the key of an item, as in roster_list_options; empty for none.
  QString key;
};

#endif
