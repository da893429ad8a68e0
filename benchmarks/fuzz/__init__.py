"""A fuzzer that stays: millions of broken, odd and hostile inputs for everything that reads what others have written.

talks.py       random talks, of which every word is known
writers.py     each format as its makers write it, written here without a line of Pausa
mutations.py   what is done to them: to JSON trees, XML, lines and cells, arrays, bytes
targets.py     who reads: formats, live messages, HTTP bodies, model folders, audio, ARPA and grammar files
worker.py      a batch of inputs in a process of its own, and what counts as a finding
guided.py      the same targets led by coverage (atheris)
run.py         `python -m benchmarks fuzz`
"""
