"""The tables in the browser: a JSON API, a WebSocket for each table, and a page that uses nothing else."""
