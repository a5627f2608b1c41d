#ifndef RANDOM_EDITS_H
#define RANDOM_EDITS_H

#include <QByteArray>
#include <QRandomGenerator>

#include "roster.h"

// Returns edits of a list, as roster_change() takes them: one to five, of all kinds, now and then many at once.
QByteArray randomEdits(QRandomGenerator &random, roster_list list);

// Returns a model as the edits have it: {"day":"2","n":7,"text":"lun kb"}.
QByteArray randomModel(QRandomGenerator &random);

#endif
