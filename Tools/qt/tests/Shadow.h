#ifndef SHADOW_H
#define SHADOW_H

#include <QObject>
#include <QPersistentModelIndex>
#include <vector>

#include "RosterListModel.h"

// A copy of a model, kept by its signals alone. It reads the model inside of them, and compares.
class Shadow : public QObject {
public:
  Shadow(RosterListModel &model, RosterListModel::Shape shape);

  // Returns what was wrong first; empty if nothing was.
  QString finding() const { return m_finding; }
  int operationCount() const { return m_operationCount; }
  int moveCount() const { return m_moveCount; }

  // Compares everything with the newest snapshot of the list, and the kept indexes with their items.
  void compareWithList();

private:
  struct Row {
    qint64 id;
    QString json;
    // What the section of the row shows, if it is the first one in it.
    QString heading;
    std::vector<Row> children;
  };

  // Returns the id of a row; that of a section is negative.
  qint64 idOf(const QModelIndex &index) const;
  Row read(const QModelIndex &index) const;
  std::vector<Row> &rows(const QModelIndex &parent);
  void compare(const char *when);
  void compare(const std::vector<Row> &rows, const QModelIndex &parent, const char *when);
  void find(const QString &finding);
  void remember(const Row &removed);
  void keep(const QModelIndex &parent);

  RosterListModel &m_model;
  const RosterListModel::Shape m_shape;
  std::vector<Row> m_rows;
  std::vector<std::pair<QPersistentModelIndex, qint64>> m_kept;
  // The revisions that were shown when rows were removed.
  QHash<qint64, qint64> m_removed;
  QString m_finding;
  int m_operationCount = 0;
  int m_moveCount = 0;
};

#endif
