// The functions by which roster_qt.py makes models. Everything else is called by Qt's meta-objects.

#include <QJsonDocument>
#include <QJsonObject>

#include "RosterListModel.h"

extern "C" {

// Returns a model of a list, which belongs to `parent`. Text is UTF-8.
//
// members  A JSON array of names.
Q_DECL_EXPORT QAbstractItemModel *roster_qt_open(
    const char *path, const char *name, int shape, const char *members, const char *key, QObject *parent) {
  RosterListModelOptions options;
  options.shape = RosterListModel::Shape(shape);
  for (const QJsonValue &member : QJsonDocument::fromJson(members).array()) options.members.append(member.toString());
  options.key = QString::fromUtf8(key);
  return new RosterListModel(QString::fromUtf8(path), QString::fromUtf8(name), options, parent);
}

// Returns a model derived from another one, to which it belongs; null if it fails.
Q_DECL_EXPORT QAbstractItemModel *roster_qt_derive(
    QObject *model, const char *name, const char *definition, int shape) {
  auto *source = qobject_cast<RosterListModel *>(model);
  return source ? source->derive(QString::fromUtf8(name), QString::fromUtf8(definition), RosterListModel::Shape(shape))
                : nullptr;
}
}
