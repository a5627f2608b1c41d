// Deleted with the first file of this suite.
