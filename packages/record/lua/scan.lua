-- A scan of the whole table by each client: sysbench has none of its own.
require("oltp_common")

function prepare_statements()
end

function thread_init()
   drv = sysbench.sql.driver()
   con = drv:connect()
end

function thread_done()
   con:disconnect()
end

function event()
   local table_num = 1 + sysbench.tid % sysbench.opt.tables
   con:query("SELECT count(*) FROM sbtest" .. table_num .. " WHERE length(c) < 0")
end
