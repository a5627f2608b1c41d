#include "Shadow.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <tuple>
#include <utility>

namespace {
// Of more rows, every time a part is compared.
constexpr int comparedRowsMax = 400;

// Returns what a model with the member "text" shows.
QString displayed(const QByteArray &json) {
  const QJsonValue model = QJsonDocument::fromJson('[' + json + ']').array().first();
  return (model.isObject() ? model["text"] : model).toVariant().toString();
}
}  // namespace

Shadow::Shadow(RosterListModel &model, RosterListModel::Shape shape) : m_model(model), m_shape(shape) {
  for (int row = 0; row < model.rowCount(); ++row) m_rows.push_back(read(model.index(row, 0)));
  using Model = QAbstractItemModel;
  // Before each operation the model answers as after the one before.
  const auto before = [this] { compare("before an operation"); };
  connect(&model, &Model::rowsAboutToBeInserted, this, before);
  connect(&model, &Model::rowsAboutToBeRemoved, this, before);
  connect(&model, &Model::rowsAboutToBeMoved, this, before);
  connect(&model, &Model::rowsInserted, this, [this](const QModelIndex &parent, int first, int last) {
    std::vector<Row> &rows = this->rows(parent);
    for (int row = first; row <= last; ++row) {
      rows.insert(rows.begin() + row, read(m_model.index(row, 0, parent)));
      const qint64 id = rows[std::size_t(row)].id;
      if (m_removed.value(id, -1) == m_model.revision())
        find(QStringLiteral("row %1 is removed and inserted by one batch, and not moved").arg(id));
    }
    compare("after an insertion");
  });
  connect(&model, &Model::rowsRemoved, this, [this](const QModelIndex &parent, int first, int last) {
    std::vector<Row> &rows = this->rows(parent);
    for (int row = first; row <= last; ++row) remember(rows[std::size_t(row)]);
    rows.erase(rows.begin() + first, rows.begin() + last + 1);
    compare("after a removal");
  });
  connect(
      &model, &Model::rowsMoved, this,
      [this](const QModelIndex &source, int first, int last, const QModelIndex &target, int row) {
        ++m_moveCount;
        std::vector<Row> &left = rows(source);
        const std::vector<Row> moved(left.begin() + first, left.begin() + last + 1);
        left.erase(left.begin() + first, left.begin() + last + 1);
        const int place = source == target && row > last ? row - (last - first + 1) : row;
        std::vector<Row> &joined = rows(target);
        joined.insert(joined.begin() + place, moved.begin(), moved.end());
        compare("after a move");
      });
  connect(&model, &Model::dataChanged, this, [this](const QModelIndex &first, const QModelIndex &last) {
    for (int row = first.row(); row <= last.row(); ++row) {
      const Row updated = read(m_model.index(row, 0, first.parent()));
      Row &known = rows(first.parent())[std::size_t(row)];
      if (known.id != updated.id) find(QStringLiteral("an update is told of row %1, of another item").arg(row));
      known.json = updated.json;
      known.heading = updated.heading;
    }
    compare("after an update");
  });
  const auto never = [this] { find(QStringLiteral("the model is reset, or its layout changed")); };
  connect(&model, &Model::modelReset, this, never);
  connect(&model, &Model::layoutChanged, this, never);
}

qint64 Shadow::idOf(const QModelIndex &index) const {
  const qint64 id = index.data(RosterListModel::IdRole).toLongLong();
  return m_shape == RosterListModel::BySection && !index.parent().isValid() ? -id : id;
}

Shadow::Row Shadow::read(const QModelIndex &index) const {
  Row row{
      idOf(index), index.data(RosterListModel::JsonRole).toString(), index.data(RosterListModel::HeadingRole).toString(),
      {}};
  for (int child = 0; child < m_model.rowCount(index); ++child)
    row.children.push_back(read(m_model.index(child, 0, index)));
  return row;
}

std::vector<Shadow::Row> &Shadow::rows(const QModelIndex &parent) {
  return parent.isValid() ? m_rows[std::size_t(parent.row())].children : m_rows;
}

void Shadow::find(const QString &finding) {
  if (m_finding.isEmpty()) m_finding = finding;
}

void Shadow::compare(const char *when) {
  ++m_operationCount;
  compare(m_rows, QModelIndex(), when);
}

void Shadow::compare(const std::vector<Row> &rows, const QModelIndex &parent, const char *when) {
  if (m_model.rowCount(parent) != int(rows.size()))
    return find(QStringLiteral("%1: %2 rows, and not %3").arg(when).arg(m_model.rowCount(parent)).arg(rows.size()));
  const int step = int(rows.size()) / comparedRowsMax + 1;
  for (int row = m_operationCount % step; row < int(rows.size()); row += step) {
    const Row &expected = rows[std::size_t(row)];
    const QModelIndex index = m_model.index(row, 0, parent);
    if (idOf(index) != expected.id
        || index.data(RosterListModel::JsonRole).toString() != expected.json || index.parent() != parent)
      find(QStringLiteral("%1: row %2 is %3, and not %4")
               .arg(when)
               .arg(row)
               .arg(index.data(RosterListModel::JsonRole).toString(), expected.json));
    compare(expected.children, index, when);
  }
}

void Shadow::compareWithList() {
  compare("after all");
  roster_snapshot snapshot;
  roster_counts counts;
  if (roster_snapshot_open(m_model.list(), -1, &snapshot) != ROSTER_OK
      || roster_snapshot_counts(snapshot, &counts) != ROSTER_OK)
    return find(QStringLiteral("the list cannot be read"));
  if (m_model.revision() != counts.revision)
    find(QStringLiteral("revision %1 is shown, and not %2").arg(m_model.revision()).arg(counts.revision));
  QList<std::tuple<qint64, QString, QString>> expected, shown;
  QSet<qint64> ids;
  QString heading;
  const auto expect = [&](qint64 id, const roster_bytes &json) {
    expected.append({id, QString::fromUtf8(json.bytes, qsizetype(json.count)), id > 0 ? std::exchange(heading, {}) : ""});
    ids.insert(id);
  };
  for (int64_t index = 0; index < counts.sections; ++index) {
    roster_section section;
    roster_bytes json;
    roster_snapshot_section(snapshot, index, &section, &json);
    heading = displayed(QByteArray(json.bytes, qsizetype(json.count)));
    if (m_shape == RosterListModel::BySection) expect(-section.id, json);
    roster_free(&json);
    for (int64_t place = 0; place < section.items; ++place) {
      roster_item item;
      roster_snapshot_item(snapshot, index, place, &item, &json);
      expect(item.id, json);
      roster_free(&json);
    }
  }
  roster_close(snapshot);
  for (const Row &row : m_rows) {
    shown.append({row.id, row.json, row.heading});
    for (const Row &child : row.children) shown.append({child.id, child.json, child.heading});
  }
  if (shown != expected) find(QStringLiteral("the rows are not those of the list at revision %1").arg(counts.revision));
  for (const auto &[index, id] : m_kept) {
    if (index.isValid() && idOf(index) != id)
      find(QStringLiteral("the index of row %1 is that of %2").arg(id).arg(idOf(index)));
    // What leaves a derived list may come back by a later batch.
    if (!index.isValid() && ids.contains(id) && !m_removed.contains(id))
      find(QStringLiteral("the index of row %1 is lost").arg(id));
  }
  m_kept.clear();
  m_removed.clear();
  keep(QModelIndex());
}

// Remembers by which batch a row is removed.
void Shadow::remember(const Row &removed) {
  m_removed.insert(removed.id, m_model.revision());
  for (const Row &child : removed.children) remember(child);
}

// Keeps the indexes of each second row until the next comparison.
void Shadow::keep(const QModelIndex &parent) {
  for (int row = 0; row < m_model.rowCount(parent); ++row) {
    const QModelIndex index = m_model.index(row, 0, parent);
    if (row % 2 == 0) m_kept.emplace_back(index, idOf(index));
    keep(index);
  }
}
