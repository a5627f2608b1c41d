// FreeType is included through its own entry, which says where its headers are.
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
