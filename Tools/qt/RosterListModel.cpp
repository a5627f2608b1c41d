#include "RosterListModel.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QPromise>
#include <QSet>
#include <QThreadPool>
#include <algorithm>
#include <limits>

namespace {

// How many bytes of models are kept parsed: some hundred rows.
constexpr int parsedSizeMax = 4 << 20;
// How long an edit waits for its batch, in milliseconds. It is committed by then.
constexpr qint64 batchTimeout = 10'000;

roster_text textOf(const QByteArray &bytes) { return {bytes.constData(), std::size_t(bytes.size())}; }

// Bytes of the library, which it frees.
struct Bytes {
  Bytes() = default;
  Bytes(const Bytes &) = delete;
  Bytes &operator=(const Bytes &) = delete;
  ~Bytes() { roster_free(&bytes); }
  QByteArray array() const { return QByteArray(bytes.bytes, qsizetype(bytes.count)); }

  roster_bytes bytes = {nullptr, 0};
};

// Returns why the last call of this thread failed.
QString lastMessage() {
  const roster_text message = roster_last_error().message;
  return QString::fromUtf8(message.bytes, qsizetype(message.count));
}

QByteArray jsonOf(const QJsonArray &array) { return QJsonDocument(array).toJson(QJsonDocument::Compact); }

// Reads any value, for which QJsonDocument takes objects and arrays alone. Undefined if it is no JSON.
QJsonValue valueOf(const QByteArray &json) {
  const QJsonArray array = QJsonDocument::fromJson('[' + json + ']').array();
  return array.size() == 1 ? array.first() : QJsonValue(QJsonValue::Undefined);
}

QJsonValue memberOf(QJsonValue model, const QStringList &path) {
  for (const QString &name : path) model = model.toObject().value(name);
  return model;
}

// Returns a model with another value for a member; undefined if the path leads through something that is no object.
QJsonValue replacing(const QJsonValue &model, const QStringList &path, const QJsonValue &value) {
  if (path.isEmpty()) return value;
  if (!model.isObject() && !model.isUndefined() && !model.isNull()) return QJsonValue::Undefined;
  QJsonObject object = model.toObject();
  const QJsonValue member = replacing(object.value(path.first()), path.mid(1), value);
  if (member.isUndefined()) return member;
  object.insert(path.first(), member);
  return object;
}

QList<QStringList> pathsOf(const QStringList &members) {
  QList<QStringList> paths;
  for (const QString &member : members) paths.append(member.split('.'));
  return paths;
}

}  // namespace

// ---- Opening ----

RosterListModel::RosterListModel(
    const QString &path, const QString &name, const Options &options, QObject *parent)
    : RosterListModel(nullptr, options.shape, pathsOf(options.members), parent) {
  const QByteArray pathBytes = path.toUtf8(), nameBytes = name.toUtf8(), keyBytes = options.key.toUtf8();
  Handle file, list;
  if (!check(roster_open(textOf(pathBytes), nullptr, &file.number))) return;
  roster_list_options listOptions = roster_default_list_options();
  listOptions.key = textOf(keyBytes);
  if (!check(roster_list_open(file.number, textOf(nameBytes), &listOptions, &list.number))) return;
  m_list = std::make_shared<OpenedList>();
  m_list->handle = std::move(list);
  open();
}

RosterListModel::RosterListModel(
    std::shared_ptr<OpenedList> list, Shape shape, const QList<QStringList> &members, QObject *parent)
    : QAbstractItemModel(parent),
      m_shape(shape),
      m_members(members),
      m_list(std::move(list)),
      m_models(parsedSizeMax) {
  connect(&m_search, &QFutureWatcherBase::finished, this, &RosterListModel::endSearch);
  if (m_list) open();
}

RosterListModel::~RosterListModel() {
  // The descriptor is closed with the subscription, and its number used again.
  m_notifier.reset();
}

// Reads the newest snapshot, and subscribes to what comes after it.
void RosterListModel::open() {
  Handle snapshot, subscription;
  roster_counts counts;
  int32_t descriptor;
  if (!check(roster_snapshot_open(list(), -1, &snapshot.number))
      || !check(roster_snapshot_counts(snapshot.number, &counts))
      || !check(roster_subscribe(list(), counts.revision, &subscription.number))
      || !check(roster_subscription_descriptor(subscription.number, &descriptor)))
    return;
  if (counts.items > std::numeric_limits<int>::max() || counts.sections > std::numeric_limits<int>::max()) {
    fail(ROSTER_INVALID_ARGUMENT, tr("the list has %1 items, and a model at most %2; show a derived list with a limit")
                                      .arg(counts.items).arg(std::numeric_limits<int>::max()));
    return;
  }
  std::vector<Section> sections;
  sections.reserve(std::size_t(counts.sections));
  for (int index = 0; index < counts.sections; ++index) {
    roster_section section;
    if (!check(roster_snapshot_section(snapshot.number, index, &section, nullptr))) return;
    sections.push_back({section.id, int(section.items), false, index, {}});
  }
  m_sections = std::move(sections);
  m_itemCount = int(counts.items);
  m_revision = counts.revision;
  m_source = std::move(snapshot);
  m_subscription = std::move(subscription);
  m_notifier = std::make_unique<QSocketNotifier>(descriptor, QSocketNotifier::Read);
  connect(m_notifier.get(), &QSocketNotifier::activated, this, &RosterListModel::pull);
}

roster_list RosterListModel::list() const { return m_list ? m_list->handle.number : 0; }

bool RosterListModel::check(roster_code code) const {
  if (code == ROSTER_OK) return true;
  return fail(code, lastMessage());
}

bool RosterListModel::fail(roster_code code, const QString &message) const {
  m_errorString = message;
  emit failed(code, message);
  return false;
}

// ---- Sections ----

// Returns how many items stand before a section.
int RosterListModel::startOf(int section) const {
  m_starts.resize(m_sections.size());
  for (; m_knownStarts <= std::size_t(section); ++m_knownStarts) {
    const std::size_t index = m_knownStarts;
    m_starts[index] = index == 0 ? 0 : m_starts[index - 1] + m_sections[index - 1].count;
  }
  return m_starts[std::size_t(section)];
}

// Returns the section of a row in the flat shape. Of sections that begin at one row, the last one has it.
int RosterListModel::sectionAtRow(int row) const {
  startOf(int(m_sections.size()) - 1);
  return int(std::upper_bound(m_starts.begin(), m_starts.end(), row) - m_starts.begin()) - 1;
}

// Returns the index of a section; -1 if there is none with the id.
int RosterListModel::sectionOfId(qint64 id) const {
  if (m_sectionsById.isEmpty()) {
    m_sectionsById.reserve(qsizetype(m_sections.size()));
    for (std::size_t index = 0; index < m_sections.size(); ++index)
      m_sectionsById.insert(m_sections[index].id, int(index));
  }
  return m_sectionsById.value(id, -1);
}

int RosterListModel::rowOf(int section, int item) const {
  return m_shape == Flat ? startOf(section) + item : item;
}

QModelIndex RosterListModel::parentOf(int section) const {
  return m_shape == Flat ? QModelIndex() : createIndex(section, 0, quintptr(0));
}

void RosterListModel::addToCount(int section, int count) {
  m_sections[std::size_t(section)].count += count;
  m_itemCount += count;
  m_knownStarts = std::min(m_knownStarts, std::size_t(section) + 1);
}

// Forgets what was known of the order of the sections from an index on.
void RosterListModel::sectionsChanged(int first) {
  m_knownStarts = std::min(m_knownStarts, std::size_t(first));
  m_sectionsById.clear();
}

// Returns the items of a section as runs, to be edited.
RosterRuns &RosterListModel::runs(int section) {
  Section &edited = m_sections[std::size_t(section)];
  if (edited.runs.isEmpty() && edited.count > 0)
    edited.runs.insert(0, {edited.isTarget, edited.origin, 0, edited.count});
  return edited.runs;
}

RosterRun RosterListModel::runAt(int section, int item) const {
  const Section &read = m_sections[std::size_t(section)];
  return read.runs.isEmpty() ? RosterRun{read.isTarget, read.origin, item, 1} : read.runs.at(item);
}

// ---- Reading ----

// An index has the id of the section that it is in, whose rows keep their parent while sections move; 0 for none.
QModelIndex RosterListModel::index(int row, int column, const QModelIndex &parent) const {
  if (row < 0 || column != 0 || row >= rowCount(parent)) return QModelIndex();
  return createIndex(row, column, parent.isValid() ? quintptr(m_sections[std::size_t(parent.row())].id) : 0);
}

bool RosterListModel::isSection(const QModelIndex &index) const {
  return m_shape == BySection && index.isValid() && index.internalId() == 0;
}

QModelIndex RosterListModel::parent(const QModelIndex &index) const {
  if (!index.isValid() || index.internalId() == 0) return QModelIndex();
  const int section = sectionOfId(qint64(index.internalId()));
  return section < 0 ? QModelIndex() : parentOf(section);
}

int RosterListModel::rowCount(const QModelIndex &parent) const {
  if (m_shape == Flat) return parent.isValid() ? 0 : m_itemCount;
  if (!parent.isValid()) return int(m_sections.size());
  const bool isKnown = isSection(parent) && std::size_t(parent.row()) < m_sections.size();
  return isKnown ? m_sections[std::size_t(parent.row())].count : 0;
}

int RosterListModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() && !isSection(parent) ? 0 : 1;
}

// Returns where a row is read; none for an index whose row is gone.
std::optional<RosterListModel::Place> RosterListModel::placeOf(const QModelIndex &index) const {
  if (!index.isValid() || index.model() != this) return std::nullopt;
  int item = index.row();
  int section;
  if (m_shape == Flat) {
    if (item >= m_itemCount) return std::nullopt;
    section = sectionAtRow(item);
    item -= startOf(section);
  } else if (index.internalId() == 0) {
    if (std::size_t(item) >= m_sections.size()) return std::nullopt;
    const Section &read = m_sections[std::size_t(item)];
    return Place{read.isTarget, read.origin, Place::noItem};
  } else {
    section = sectionOfId(qint64(index.internalId()));
    if (section < 0 || item >= m_sections[std::size_t(section)].count) return std::nullopt;
  }
  const RosterRun run = runAt(section, item);
  return Place{run.isTarget, run.section, run.start};
}

// Returns where the section is read of which an item is the first one.
std::optional<RosterListModel::Place> RosterListModel::headingPlaceOf(const QModelIndex &index) const {
  if (!placeOf(index) || isSection(index)) return std::nullopt;
  const int section = m_shape == Flat ? sectionAtRow(index.row()) : sectionOfId(qint64(index.internalId()));
  const int first = m_shape == Flat ? startOf(section) : 0;
  if (index.row() != first) return std::nullopt;
  const Section &read = m_sections[std::size_t(section)];
  return Place{read.isTarget, read.origin, Place::noItem};
}

roster_snapshot RosterListModel::snapshotOf(const Place &place) const {
  return place.isTarget ? m_target.number : m_source.number;
}

std::optional<qint64> RosterListModel::idAt(const Place &place) const {
  if (place.item == Place::noItem) {
    roster_section section;
    if (!check(roster_snapshot_section(snapshotOf(place), place.section, &section, nullptr))) return std::nullopt;
    return section.id;
  }
  roster_item item;
  if (!check(roster_snapshot_item(snapshotOf(place), place.section, place.item, &item, nullptr)))
    return std::nullopt;
  return item.id;
}

std::optional<RosterListModel::Read> RosterListModel::read(const Place &place) const {
  const std::optional<qint64> id = idAt(place);
  if (!id) return std::nullopt;
  const bool isSection = place.item == Place::noItem;
  // Ids are positive, so those of sections are told apart by their sign.
  const QPair<qint64, qint64> key(
      isSection ? -*id : *id, place.isTarget ? m_targetRevision : m_revision);
  if (const Read *known = m_models.object(key)) return *known;
  Bytes json;
  roster_section section;
  roster_item item;
  if (!check(
          isSection ? roster_snapshot_section(snapshotOf(place), place.section, &section, &json.bytes)
                    : roster_snapshot_item(
                        snapshotOf(place), place.section, place.item, &item, &json.bytes)))
    return std::nullopt;
  const Read read{json.array(), valueOf(json.array())};
  m_models.insert(key, new Read(read), read.json.size());
  return read;
}

// Returns the path of the member that a role shows; null if it shows none.
const QStringList *RosterListModel::memberOfRole(int role) const {
  const int member = role == Qt::DisplayRole || role == Qt::EditRole ? 0 : role - MemberRole;
  return member >= 0 && member < m_members.size() ? &m_members[member] : nullptr;
}

// Returns what Qt::DisplayRole is: the first of the members, or a model that is no object.
QVariant RosterListModel::displayed(const Place &place) const {
  const std::optional<Read> read = this->read(place);
  if (!read) return QVariant();
  if (!read->model.isObject()) return read->model.toVariant();
  return m_members.isEmpty() ? QVariant() : memberOf(read->model, m_members.first()).toVariant();
}

QVariant RosterListModel::data(const QModelIndex &index, int role) const {
  const bool isDisplayed = role == Qt::DisplayRole || role == Qt::EditRole;
  const QStringList *member = memberOfRole(role);
  if (!isDisplayed && !member && role != IdRole && role != JsonRole && role != HeadingRole) return QVariant();
  const std::optional<Place> place = role == HeadingRole ? headingPlaceOf(index) : placeOf(index);
  if (!place) return QVariant();
  if (isDisplayed || role == HeadingRole) return displayed(*place);
  if (role == IdRole) {
    const std::optional<qint64> id = idAt(*place);
    return id ? QVariant(*id) : QVariant();
  }
  const std::optional<Read> read = this->read(*place);
  if (!read) return QVariant();
  return member ? memberOf(read->model, *member).toVariant() : QString::fromUtf8(read->json);
}

QHash<int, QByteArray> RosterListModel::roleNames() const {
  QHash<int, QByteArray> names = QAbstractItemModel::roleNames();
  names.insert(IdRole, "rosterId");
  names.insert(JsonRole, "json");
  names.insert(HeadingRole, "rosterHeading");
  for (int index = 0; index < m_members.size(); ++index)
    names.insert(MemberRole + index, m_members[index].join('.').toUtf8());
  return names;
}

Qt::ItemFlags RosterListModel::flags(const QModelIndex &index) const {
  const Qt::ItemFlags dropped = mayMoveItems() ? Qt::ItemIsDropEnabled : Qt::NoItemFlags;
  if (!index.isValid()) return m_shape == Flat ? dropped : Qt::NoItemFlags;
  const Qt::ItemFlags shown = Qt::ItemIsSelectable | Qt::ItemIsEnabled;
  if (isSection(index))
    return shown | dropped | (m_list->hasOwnSections ? Qt::NoItemFlags : Qt::ItemIsEditable);
  const Qt::ItemFlags dragged = mayMoveItems() ? Qt::ItemIsDragEnabled : Qt::NoItemFlags;
  return shown | dragged | Qt::ItemIsEditable | Qt::ItemNeverHasChildren;
}

QModelIndex RosterListModel::indexOfItem(qint64 id) const {
  roster_item item;
  if (m_isShowing || roster_snapshot_find(m_source.number, id, &item, nullptr) != ROSTER_OK)
    return QModelIndex();
  const int section = int(item.section);
  return index(rowOf(section, int(item.item)), 0, parentOf(section));
}

// ---- Batches ----

void RosterListModel::pull() {
  Handle batch;
  const roster_code code = roster_next(m_subscription.number, 0, &batch.number);
  // An edit has shown it meanwhile.
  if (code == ROSTER_TIMEOUT) return;
  if (check(code))
    show(batch.number);
  else
    end();
}

// Follows the list no more; what is shown stays.
bool RosterListModel::end() {
  m_notifier->setEnabled(false);
  m_subscription = Handle();
  return false;
}

bool RosterListModel::show(roster_batch batch) {
  roster_batch_info info;
  std::size_t copied;
  Handle target;
  if (!check(roster_batch_describe(batch, &info)) || !check(roster_batch_snapshot(batch, 0, &target.number)))
    return end();
  std::vector<roster_operation> operations(std::size_t(info.operations));
  if (!check(roster_batch_operations(batch, 0, operations.data(), operations.size(), &copied))) return end();
  m_target = std::move(target);
  m_targetRevision = info.target_revision;
  const std::optional<std::vector<Section>> inserted = insertedSections(operations);
  if (!inserted) return end();

  // An event loop in a slot does not show the next batch.
  m_isShowing = true;
  m_notifier->setEnabled(false);
  auto next = inserted->begin();
  for (const roster_operation &operation : operations) apply(operation, next);
  for (std::size_t index = 0; index < m_sections.size(); ++index) {
    Section &section = m_sections[index];
    section = {section.id, section.count, false, int(index), {}};
  }
  m_source = std::move(m_target);
  m_target = Handle();
  m_revision = m_targetRevision;
  m_notifier->setEnabled(true);
  m_isShowing = false;
  // A search has ended in an event loop of a slot.
  if (std::exchange(m_hasFound, false)) QMetaObject::invokeMethod(this, &RosterListModel::endShowing, Qt::QueuedConnection);
  return true;
}

// Says that what was found is shown, behind the batches that came while others were shown.
void RosterListModel::endShowing() {
  if (!m_isSearching && showNewest()) emit searched();
}

// Returns the sections that operations insert, in the order in which they do: where each of them stands in the end.
std::optional<std::vector<RosterListModel::Section>> RosterListModel::insertedSections(
    const std::vector<roster_operation> &operations) const {
  std::vector<Section> inserted;
  const bool insertsSections =
      std::any_of(operations.begin(), operations.end(), [](const roster_operation &operation) {
        return operation.kind == ROSTER_INSERT_SECTIONS;
      });
  if (!insertsSections) return inserted;
  // The sections in their order, those that were there as -1.
  std::vector<int> order(m_sections.size(), -1);
  for (const roster_operation &operation : operations) {
    const auto start = order.begin() + operation.start;
    switch (operation.kind) {
    case ROSTER_REMOVE_SECTIONS: order.erase(start, start + operation.count); break;
    case ROSTER_INSERT_SECTIONS: {
      const std::size_t first = inserted.size();
      inserted.resize(first + std::size_t(operation.count));
      const auto place = order.insert(start, std::size_t(operation.count), 0);
      for (int index = 0; index < operation.count; ++index) place[index] = int(first) + index;
      break;
    }
    case ROSTER_MOVE_SECTION: {
      const int moved = *start;
      order.erase(start);
      order.insert(order.begin() + operation.target, moved);
      break;
    }
    default: break;
    }
  }
  for (std::size_t index = 0; index < order.size(); ++index) {
    if (order[index] < 0) continue;
    roster_section section;
    if (!check(roster_snapshot_section(m_target.number, qint64(index), &section, nullptr))) return std::nullopt;
    inserted[std::size_t(order[index])] = {section.id, 0, true, int(index), {}};
  }
  return inserted;
}

void RosterListModel::apply(
    const roster_operation &operation, std::vector<Section>::const_iterator &inserted) {
  const int section = int(operation.section), start = int(operation.start), count = int(operation.count);
  switch (operation.kind) {
  case ROSTER_REMOVE_ITEMS: return removeItems(section, start, count);
  case ROSTER_REMOVE_SECTIONS: return removeSections(start, count);
  case ROSTER_INSERT_SECTIONS:
    insertSections(start, count, inserted);
    inserted += count;
    return;
  case ROSTER_MOVE_SECTION: return moveSection(start, int(operation.target));
  case ROSTER_INSERT_ITEMS: return insertItems(section, start, count);
  case ROSTER_MOVE_ITEM:
    return moveItem(section, start, int(operation.target_section), int(operation.target));
  case ROSTER_UPDATE_ITEMS: return updateItems(section, start, count);
  case ROSTER_UPDATE_SECTION: return updateSection(start);
  }
}

void RosterListModel::removeItems(int section, int start, int count) {
  const int row = rowOf(section, start);
  beginRemoveRows(parentOf(section), row, row + count - 1);
  runs(section).remove(start, count);
  addToCount(section, -count);
  endRemoveRows();
  if (start == 0) headingChanged(section, 0);
}

void RosterListModel::removeSections(int start, int count) {
  const auto first = m_sections.begin() + start, last = first + count;
  int items = 0;
  for (auto section = first; section != last; ++section) items += section->count;
  const int row = m_shape == Flat ? startOf(start) : start, rows = m_shape == Flat ? items : count;
  if (rows > 0) beginRemoveRows(QModelIndex(), row, row + rows - 1);
  m_sections.erase(first, last);
  m_itemCount -= items;
  sectionsChanged(start);
  if (rows > 0) endRemoveRows();
}

void RosterListModel::insertSections(
    int start, int count, std::vector<Section>::const_iterator sections) {
  // They are empty, so they are no rows in the flat shape.
  if (m_shape == BySection) beginInsertRows(QModelIndex(), start, start + count - 1);
  m_sections.insert(m_sections.begin() + start, sections, sections + count);
  sectionsChanged(start);
  if (m_shape == BySection) endInsertRows();
}

void RosterListModel::moveSection(int source, int target) {
  // The row that the rows of the section come to stand before, while they still are where they were.
  const int before = target > source ? target + 1 : target;
  int row = source, rows = 1, targetRow = before;
  if (m_shape == Flat) {
    row = startOf(source);
    rows = m_sections[std::size_t(source)].count;
    targetRow = std::size_t(before) < m_sections.size() ? startOf(before) : m_itemCount;
  }
  // In the flat shape a section may pass empty ones, or be empty.
  const bool movesRows = rows > 0 && (targetRow < row || targetRow > row + rows);
  if (movesRows) beginMoveRows(QModelIndex(), row, row + rows - 1, QModelIndex(), targetRow);
  const auto moved = m_sections.begin() + source, place = m_sections.begin() + target;
  if (source < target)
    std::rotate(moved, moved + 1, place + 1);
  else
    std::rotate(place, moved, moved + 1);
  sectionsChanged(std::min(source, target));
  if (movesRows) endMoveRows();
}

// Items are inserted, and given new models, when all sections and all that moves stand where they are in the target. So
// the path of the operation is that of the target.
void RosterListModel::insertItems(int section, int start, int count) {
  const int row = rowOf(section, start);
  beginInsertRows(parentOf(section), row, row + count - 1);
  runs(section).insert(start, {true, section, start, count});
  addToCount(section, count);
  endInsertRows();
  if (start == 0) headingChanged(section, count);
}

void RosterListModel::moveItem(int section, int start, int targetSection, int target) {
  const int row = rowOf(section, start);
  // Qt counts the target while the item still is where it was.
  const bool isBehind = targetSection == section && target > start;
  const int targetRow = rowOf(targetSection, target) + (isBehind ? 1 : 0);
  // From the end of a section to the start of the next one, it stays in its row in the flat shape.
  const bool movesRow = m_shape == BySection || targetRow < row || targetRow > row + 1;
  if (movesRow) beginMoveRows(parentOf(section), row, row, parentOf(targetSection), targetRow);
  const RosterRun moved = runAt(section, start);
  runs(section).remove(start, 1);
  addToCount(section, -1);
  runs(targetSection).insert(target, moved);
  addToCount(targetSection, 1);
  if (movesRow) endMoveRows();
  // The item may have been the first of its section, and may be the first of the other one: there the item behind it
  // loses its heading, and where it has left, the item behind it gets one.
  if (start == 0) headingChanged(section, 0);
  if (target == 0) headingChanged(targetSection, 1);
  if (start == 0 || target == 0) headingChanged(targetSection, target);
}

void RosterListModel::updateItems(int section, int start, int count) {
  runs(section).remove(start, count);
  runs(section).insert(start, {true, section, start, count});
  const int row = rowOf(section, start);
  const QModelIndex parent = parentOf(section);
  emit dataChanged(index(row, 0, parent), index(row + count - 1, 0, parent));
}

void RosterListModel::updateSection(int section) {
  // Its items are read where they were.
  runs(section);
  Section &updated = m_sections[std::size_t(section)];
  updated.isTarget = true;
  updated.origin = section;
  if (m_shape == BySection) emit dataChanged(parentOf(section), parentOf(section));
  headingChanged(section, 0);
}

// Tells that an item, if there is one, may have another heading.
void RosterListModel::headingChanged(int section, int item) {
  if (item >= m_sections[std::size_t(section)].count) return;
  const QModelIndex changed = index(rowOf(section, item), 0, parentOf(section));
  emit dataChanged(changed, changed, {HeadingRole});
}

// ---- Edits ----

// Returns the list that edits change: that of which it is derived in the end.
roster_list RosterListModel::editedList() const {
  if (!m_list) return 0;
  const OpenedList *edited = m_list.get();
  while (edited->source) edited = edited->source.get();
  return edited->handle.number;
}

QString RosterListModel::change(const QString &edits, const QString &annotation) {
  const QByteArray editBytes = edits.toUtf8(), annotationBytes = annotation.toUtf8();
  Bytes result;
  if (!check(roster_change(editedList(), textOf(editBytes), textOf(annotationBytes), &result.bytes)))
    return QString();
  // It is committed, whether or not it can be shown.
  showNewest();
  return QString::fromUtf8(result.array());
}

bool RosterListModel::commit(const QJsonArray &edits) {
  return check(roster_change(editedList(), textOf(jsonOf(edits)), roster_text_of(""), nullptr)) && showNewest();
}

bool RosterListModel::undo() {
  return check(roster_undo(editedList(), roster_text_of(""), nullptr)) && showNewest();
}

bool RosterListModel::redo() {
  return check(roster_redo(editedList(), roster_text_of(""), nullptr)) && showNewest();
}

// Shows what is committed. While a batch is shown, this is left to the event loop.
bool RosterListModel::showNewest() {
  if (m_isShowing) return true;
  QList<roster_list> derived;
  for (const OpenedList *list = m_list.get(); list->source; list = list->source.get())
    derived.prepend(list->handle.number);
  for (const roster_list list : derived)
    if (!check(roster_list_bring_up_to_date(list))) return false;
  Handle newest;
  roster_counts counts;
  if (!check(roster_snapshot_open(list(), -1, &newest.number))
      || !check(roster_snapshot_counts(newest.number, &counts)))
    return false;
  while (m_revision < counts.revision) {
    Handle batch;
    if (!check(roster_next(m_subscription.number, batchTimeout, &batch.number)) || !show(batch.number))
      return false;
  }
  return true;
}

RosterListModel *RosterListModel::derive(const QString &name, const QString &definition, Shape shape) {
  const QByteArray nameBytes = name.toUtf8(), definitionBytes = definition.toUtf8();
  auto derived = std::make_shared<OpenedList>();
  if (!check(roster_list_derive(
          list(), textOf(nameBytes), textOf(definitionBytes), &derived->handle.number)))
    return nullptr;
  const QJsonObject defined = QJsonDocument::fromJson(definitionBytes).object();
  const bool hasSourceSections = defined.value("sections").isObject();
  derived->source = m_list;
  derived->hasOwnOrder =
      m_list->hasOwnOrder || defined.contains("sorted") || defined.value("sections").isString();
  derived->hasOwnSections = m_list->hasOwnSections || !hasSourceSections;
  auto *model = new RosterListModel(std::move(derived), shape, m_members, this);
  if (model->isOpen()) return model;
  fail(ROSTER_FAILED, model->errorString());
  delete model;
  return nullptr;
}

void RosterListModel::search(const QString &text) {
  if (m_isSearching)
    m_nextSearch = text;
  else
    startSearch(text);
}

void RosterListModel::startSearch(const QString &text) {
  m_isSearching = true;
  const auto promise = std::make_shared<QPromise<QPair<roster_code, QString>>>();
  m_search.setFuture(promise->future());
  QThreadPool::globalInstance()->start([promise, list = m_list, bytes = text.toUtf8()] {
    promise->start();
    const roster_code code = roster_list_search(list ? list->handle.number : 0, textOf(bytes));
    // The library keeps the error of each thread.
    promise->addResult(qMakePair(code, code == ROSTER_OK ? QString() : lastMessage()));
    promise->finish();
  });
}

void RosterListModel::endSearch() {
  const auto [code, message] = m_search.result();
  // Before a slot of the signals asks for another one.
  const std::optional<QString> next = std::exchange(m_nextSearch, std::nullopt);
  m_isSearching = false;
  if (next) startSearch(*next);
  if (code != ROSTER_OK)
    fail(code, message);
  else if (!next && showNewest())
    m_isShowing ? void(m_hasFound = true) : emit searched();
}

bool RosterListModel::setData(const QModelIndex &index, const QVariant &value, int role) {
  const std::optional<Place> place = placeOf(index);
  if (!place) return false;
  const std::optional<Read> read = this->read(*place);
  const std::optional<qint64> id = idAt(*place);
  if (!read || !id) return false;
  const QJsonValue written = QJsonValue::fromVariant(value);
  QJsonValue model;
  if (role == JsonRole) {
    model = valueOf(value.toString().toUtf8());
    if (model.isUndefined()) return fail(ROSTER_INVALID_JSON, tr("the model is not JSON"));
  } else if ((role == Qt::DisplayRole || role == Qt::EditRole) && !read->model.isObject()) {
    model = written;
  } else if (const QStringList *member = memberOfRole(role)) {
    model = replacing(read->model, *member, written);
    if (model.isUndefined())
      return fail(
          ROSTER_INVALID_CHANGE,
          tr("the model has no place for %1: something before its end is no object").arg(member->join('.')));
  } else {
    return false;
  }
  const bool isSection = place->item == Place::noItem;
  if (isSection && m_list->hasOwnSections)
    return fail(ROSTER_INVALID_CHANGE, tr("the sections are made of what is in the items"));
  return commit({QJsonObject{
      {"do", isSection ? "update_section" : "update"}, {isSection ? "section" : "item", *id}, {"model", model}}});
}

// Rows that are removed or moved must be when the function returns, which a batch that is being shown prevents.
bool RosterListModel::mayChangeRows() const {
  return !m_isShowing
         || fail(
             ROSTER_INVALID_CHANGE,
             tr("rows cannot be removed or moved in a slot of the model's signals; connect it with "
                "Qt::QueuedConnection"));
}

bool RosterListModel::mayMoveItems() const { return m_list && !m_list->hasOwnOrder; }

// Returns the ids of neighbouring rows; none if not all of them exist.
std::optional<QList<qint64>> RosterListModel::idsOfRows(int row, int count, const QModelIndex &parent) const {
  if (row < 0 || count < 1 || count > rowCount(parent) - row) return std::nullopt;
  QList<qint64> ids;
  for (int offset = 0; offset < count; ++offset) {
    const std::optional<Place> place = placeOf(index(row + offset, 0, parent));
    const std::optional<qint64> id = place ? idAt(*place) : std::nullopt;
    if (!id) return std::nullopt;
    ids.append(*id);
  }
  return ids;
}

bool RosterListModel::removeRows(int row, int count, const QModelIndex &parent) {
  const std::optional<QList<qint64>> ids = idsOfRows(row, count, parent);
  if (!ids || !mayChangeRows()) return false;
  const bool areSections = m_shape == BySection && !parent.isValid();
  if (areSections && m_list->hasOwnSections)
    return fail(ROSTER_INVALID_CHANGE, tr("the sections are made of what is in the items"));
  QJsonArray edits;
  for (const qint64 id : *ids)
    edits.append(
        areSections ? QJsonObject{{"do", "remove_section"}, {"section", id}}
                    : QJsonObject{{"do", "remove"}, {"item", id}});
  return commit(edits);
}

bool RosterListModel::moveRows(
    const QModelIndex &sourceParent, int sourceRow, int count, const QModelIndex &targetParent,
    int targetRow) {
  const std::optional<QList<qint64>> ids = idsOfRows(sourceRow, count, sourceParent);
  const bool isInside =
      sourceParent == targetParent && targetRow >= sourceRow && targetRow <= sourceRow + count;
  if (!ids || isInside || targetRow < 0 || targetRow > rowCount(targetParent) || !mayChangeRows()) return false;
  if (m_shape == Flat || sourceParent.isValid()) return moveItems(*ids, targetParent, targetRow);
  if (targetParent.isValid()) return false;
  if (m_list->hasOwnSections)
    return fail(ROSTER_INVALID_CHANGE, tr("the sections are made of what is in the items"));
  QJsonArray edits;
  for (int offset = 0; offset < count; ++offset) {
    const int place = targetRow > sourceRow ? targetRow - 1 : targetRow + offset;
    edits.append(QJsonObject{{"do", "move_section"}, {"section", ids->at(offset)}, {"at", place}});
  }
  return commit(edits);
}

// Moves items so that they stand before a row of a parent, or at its end.
bool RosterListModel::moveItems(const QList<qint64> &ids, const QModelIndex &parent, int row) {
  if (!mayMoveItems())
    return fail(ROSTER_INVALID_CHANGE, tr("the list is sorted, so its items have their places by their models"));
  if (m_shape == Flat ? parent.isValid() : !isSection(parent)) return false;
  const QSet<qint64> moved(ids.begin(), ids.end());
  // The row beside which they come to stand is the nearest one that is not moved itself.
  const auto staying = [&](int candidate) -> std::optional<qint64> {
    const std::optional<QList<qint64>> id = idsOfRows(candidate, 1, parent);
    return id && !moved.contains(id->first()) ? id->first() : std::optional<qint64>();
  };
  QJsonObject first{{"do", "move"}, {"item", ids.first()}};
  const int count = rowCount(parent);
  int after = row, before = row - 1;
  while (after < count && !staying(after)) ++after;
  while (before >= 0 && !staying(before)) --before;
  if (after < count)
    first.insert("before", *staying(after));
  else if (before >= 0)
    first.insert("after", *staying(before));
  else if (m_shape == BySection && !m_list->hasOwnSections)
    first.insert("section", qint64(m_sections[std::size_t(parent.row())].id));
  else
    return false;
  QJsonArray edits{first};
  for (int index = 1; index < ids.size(); ++index)
    edits.append(QJsonObject{{"do", "move"}, {"item", ids[index]}, {"after", ids[index - 1]}});
  return commit(edits);
}

// ---- Drag and drop ----

// Ids mean something in one list alone, so it is part of the type.
QStringList RosterListModel::mimeTypes() const {
  return {QStringLiteral("application/x-roster-items-%1-%2")
              .arg(QCoreApplication::applicationPid())
              .arg(editedList())};
}

QMimeData *RosterListModel::mimeData(const QModelIndexList &indexes) const {
  QModelIndexList sorted = indexes;
  // In the order in which they are shown, whatever was selected first.
  std::sort(sorted.begin(), sorted.end(), [](const QModelIndex &left, const QModelIndex &right) {
    return std::make_pair(left.parent().row(), left.row()) < std::make_pair(right.parent().row(), right.row());
  });
  QJsonArray ids;
  for (const QModelIndex &index : sorted) {
    const std::optional<Place> place = placeOf(index);
    if (!place || place->item == Place::noItem) continue;
    if (const std::optional<qint64> id = idAt(*place)) ids.append(*id);
  }
  if (ids.isEmpty()) return nullptr;
  auto *data = new QMimeData;
  data->setData(mimeTypes().first(), jsonOf(ids));
  return data;
}

bool RosterListModel::canDropMimeData(
    const QMimeData *data, Qt::DropAction action, int, int, const QModelIndex &parent) const {
  return data && action == Qt::MoveAction && mayMoveItems() && data->hasFormat(mimeTypes().first())
         && parent.isValid() == (m_shape == BySection);
}

bool RosterListModel::dropMimeData(
    const QMimeData *data, Qt::DropAction action, int row, int column, const QModelIndex &parent) {
  if (!canDropMimeData(data, action, row, column, parent) || !mayChangeRows()) return false;
  QList<qint64> ids;
  const QJsonArray dropped = QJsonDocument::fromJson(data->data(mimeTypes().first())).array();
  for (const QJsonValue &id : dropped) ids.append(id.toInteger());
  if (!ids.isEmpty()) moveItems(ids, parent, row < 0 ? rowCount(parent) : row);
  return false;
}
