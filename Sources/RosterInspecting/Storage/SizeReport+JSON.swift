import RosterCore
import RosterJSON
import RosterPages
import RosterRows

extension SizeReport {
  var json: JSONObject {
    let tables = tables.prefix(64).map { table in
      JSONValue.object(
        JSONObject(present: [
          "name": .string(table.name.shortened(byteCountMax: 80)),
          "rows": table.rowCount.map(JSONValue.init(_:)),
          "pages": table.pageCount.map(JSONValue.init(_:)),
          "bytes": table.byteCount.map(JSONValue.init(_:)),
        ]))
    }
    let sizes: JSONObject = [
      "tables": .array(tables), "measured": .bool(hasTableSizes), "format": JSONValue(format),
      "pageSize": JSONValue(pageSize), "pages": JSONValue(pageCount),
    ]
    switch system {
    case .file(let version, let journalMode, let freePageCount, let logByteCount):
      return sizes.merging([
        "freePages": JSONValue(freePageCount), "walBytes": JSONValue(logByteCount),
        "journalMode": .string(journalMode), "sqlite": .string(version),
      ])
    case .server(let version):
      return sizes.merging(["postgres": .string(version)])
    }
  }
}
